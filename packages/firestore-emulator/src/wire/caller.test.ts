import { describe, expect, it } from '@jest/globals';
import { callerFrom } from './caller';

const token = (claims: object) =>
  `${btoa('{"alg":"none","typ":"JWT"}')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;

describe('callerFrom', () => {
  it('takes no token for a signed-out client', () => {
    expect(callerFrom(undefined)).toEqual({ kind: 'user', auth: null });
    expect(callerFrom('')).toEqual({ kind: 'user', auth: null });
  });

  it('takes "owner" for an administrator', () => {
    expect(callerFrom('Bearer owner')).toEqual({ kind: 'admin' });
  });

  it('reads an unsigned token, also one dated 1970 as rules-unit-testing makes them', () => {
    const claims = { sub: 'ada', exp: 3600, firebase: { sign_in_provider: 'custom' }, name: 'Ädä' };
    expect(callerFrom(`Bearer ${token(claims)}`)).toEqual({ kind: 'user', auth: { uid: 'ada', token: claims } });
  });

  it.each(['Bearer x', 'Bearer a.b.c', `Bearer ${token({ name: 'nobody' })}`])('refuses %s', (header) => {
    expect(() => callerFrom(header)).toThrow('not a readable Firebase ID token');
  });
});
