import { describe, expect, it } from '@jest/globals';
import { pathPattern } from './pathPattern';

describe('pathPattern', () => {
  it.each<[pattern: string, path: string, matches: boolean]>([
    ['users/ada', 'users/ada', true],
    ['users/ada', 'users/adam', false],
    ['users/{uid}', 'users/ada', true],
    ['users/{uid}', 'users/ada/photos/1', false],
    ['users/{uid}/photos/{photo}', 'users/ada/photos/1', true],
    ['users/{uid=*}', 'users/ada', true],
    ['users/{uid=a*}', 'users/ada', true],
    ['users/{uid=a*}', 'users/bob', false],
    ['logs/{rest=**}', 'logs/a/b/c', true],
    ['logs/{rest=**}', 'other/a', false],
    ['users/*', 'users/ada', true],
    ['a.b/{id}', 'axb/1', false],
    ['/users/{uid}/', 'users/ada', true],
  ])('%s on %s: %s', (pattern, path, matches) => {
    expect(pathPattern(pattern)(path)).toBe(matches);
  });
});
