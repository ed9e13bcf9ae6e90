import { afterEach, beforeEach, jest } from '@jest/globals';
import { closeDialog } from '../domain/dialogs/dialogs';
import { createSession } from '../domain/session/session';
import { sessionStore } from '../domain/session/sessionStore';
import { subscribeToasts, type Toast } from '../lib/toast';
import { fakeFirebase } from './fakeDomain';
import { aUser } from './samples';

/** By which the browser remembers that somebody is signed in. */
export const HINT = 'heirlight.signedIn';
export const user = aUser();
/** As Firebase Auth rejects. */
export const refused = (code: string) => Object.assign(new Error(), { code });

/** What the page said in the running test. */
export const toasts: Toast[] = [];
export const titles = () => toasts.map(({ title }) => title);

/** Before each test of the file: nobody was here, and no dialog is open. */
export function beginSessions(): void {
  let stopToasts: () => void;
  let log: jest.Spied<typeof console.error>;
  beforeEach(() => {
    localStorage.clear();
    sessionStore.set({ status: 'signedOut' });
    closeDialog();
    toasts.length = 0;
    stopToasts = subscribeToasts((toast) => toasts.push(toast));
    log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    stopToasts();
    log.mockRestore();
  });
}

/** The real session on a fake Firebase. */
export function fakeSession() {
  const firebase = fakeFirebase();
  return { ...firebase, ...createSession({ firebase: firebase.load }) };
}

/** The same, with `user` signed in. */
export async function fakeSignedIn() {
  const session = fakeSession();
  await session.ensureAuth();
  session.report(user);
  return session;
}
