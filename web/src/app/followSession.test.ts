import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { SESSION_HINT_KEY, SESSION_HINT_VALUE } from '../domain/session/sessionHint';
import { sessionStore } from '../domain/session/sessionStore';
import { subscribeToasts } from '../lib/toast';
import { followSession } from './followSession';

const start = jest.fn();
const load = async () => ({ domain: { start } });

const titles: string[] = [];
subscribeToasts(({ title }) => titles.push(title));
const mark = () => document.documentElement.dataset.session;

beforeEach(() => {
  start.mockReset();
  titles.length = 0;
  sessionStore.set({ status: 'signedOut' });
  localStorage.setItem(SESSION_HINT_KEY, SESSION_HINT_VALUE);
  document.documentElement.dataset.session = 'expected';
});

describe('before the code that follows the session has loaded', () => {
  test('a returning user is expected, not treated as a visitor', async () => {
    const done = followSession(load);
    expect(sessionStore.get()).toEqual({ status: 'loading' });
    await done;
    expect(start).toHaveBeenCalledTimes(1);
    expect(mark()).toBe('expected');
    sessionStore.set({ status: 'signedOut' });
    expect(mark()).toBeUndefined();
  });

  test('a visitor is treated as one', async () => {
    localStorage.clear();
    const done = followSession(load);
    expect(sessionStore.get()).toEqual({ status: 'signedOut' });
    await done;
    expect(mark()).toBeUndefined();
    expect(titles).toEqual([]);
  });

  test('if it fails to load, the page says so and waits no longer', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await followSession(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
    expect(start).not.toHaveBeenCalled();
    expect(sessionStore.get()).toEqual({ status: 'signedOut' });
    expect(mark()).toBeUndefined();
    expect(titles).toEqual(['Could not connect']);
  });
});
