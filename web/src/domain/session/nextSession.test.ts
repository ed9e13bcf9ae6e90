import { describe, expect, test } from '@jest/globals';
import { nextSession } from './nextSession';
import type { Session, SessionUser } from './sessionStore';

const user: SessionUser = { id: 'u1', email: 'ada@example.com', emailVerified: false };
const signedIn: Session = { status: 'signedIn', user };
const report = (more: Partial<Parameters<typeof nextSession>[1]>) => ({
  user: null,
  leaving: false,
  hinted: true,
  ...more,
});

describe('nextSession', () => {
  test('signed in', () => {
    expect(nextSession({ status: 'signedOut' }, report({ user }))).toEqual({ session: signedIn });
  });

  test('a refreshed token changes nothing, not even the object [spec 4.35]', () => {
    expect(nextSession(signedIn, report({ user: { ...user } })).session).toBe(signedIn);
  });

  test.each([{ email: 'new@example.com' }, { emailVerified: true }])('an updated user is a new session: %j', (more) => {
    const updated = { ...user, ...more };
    expect(nextSession(signedIn, report({ user: updated }))).toEqual({
      session: { status: 'signedIn', user: updated },
    });
  });

  test('an updated user is a new session [spec 4.35]', () => {
    const verified = { ...user, emailVerified: true };
    expect(nextSession(signedIn, report({ user: verified })).session).toEqual({ status: 'signedIn', user: verified });
  });

  test('a switch to another user closes what was open', () => {
    const other: SessionUser = { ...user, id: 'u2', email: 'grace@example.com' };
    expect(nextSession(signedIn, report({ user: other }))).toEqual({
      session: { status: 'signedIn', user: other },
      farewell: 'replaced',
    });
  });

  test.each([
    ['asked to', signedIn, { leaving: true }, 'asked'],
    ['in another tab, which removed the hint', signedIn, { hinted: false }, 'elsewhere'],
    [
      'in another tab, before this page knew its user',
      { status: 'loading' } as Session,
      { hinted: false },
      'elsewhere',
    ],
    ['because the token was revoked or the account deleted', signedIn, {}, 'ended'],
    ['while this page was closed', { status: 'loading' } as Session, {}, 'ended'],
  ])('signed out %s', (_, previous, more, farewell) => {
    expect(nextSession(previous, report(more))).toEqual({ session: { status: 'signedOut' }, farewell });
  });

  test('a visitor who never signed in gets no toast', () => {
    expect(nextSession({ status: 'signedOut' }, report({ hinted: false }))).toEqual({
      session: { status: 'signedOut' },
    });
  });
});
