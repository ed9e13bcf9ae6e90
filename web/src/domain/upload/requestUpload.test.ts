import { beforeEach, describe, expect, test } from '@jest/globals';
import { subscribeToasts, type Toast } from '../../lib/toast';
import { creditsStore } from '../account/creditsStore';
import { closeDialog, dialogStore } from '../dialogs/dialogs';
import { pendingDraftStore } from '../draft/draft';
import { setSessionHint } from '../session/sessionHint';
import { sessionStore } from '../session/sessionStore';
import { requestUpload } from './requestUpload';

let toasts: Toast[] = [];
subscribeToasts((message) => toasts.push(message));

const signIn = (restoresAvailable: number) => {
  sessionStore.set({ status: 'signedIn', user: { id: 'u1', email: '', emailVerified: true } });
  creditsStore.set({ status: 'ready', restoresAvailable });
};

beforeEach(() => {
  toasts = [];
  closeDialog();
  sessionStore.set({ status: 'signedOut' });
});

describe('requestUpload', () => {
  test('signed out: asks for a login [spec 5.4, 6.2]', () => {
    requestUpload();
    expect(toasts).toEqual([
      {
        title: 'Please log in first! 🔐',
        description: 'You need to be logged in to upload and restore images.',
      },
    ]);
    expect(dialogStore.get().open).toBe('login');
  });

  test('a photo waits: who was never here signs up, who was logs in', () => {
    const photo = new File(['x'], 'a.png');
    requestUpload({ file: photo });
    expect(dialogStore.get()).toEqual({ open: 'login', loginTab: 'signup' });
    setSessionHint(true);
    setSessionHint(false);
    requestUpload({ file: photo });
    expect(dialogStore.get()).toEqual({ open: 'login', loginTab: 'login' });
    localStorage.clear();
    requestUpload();
    expect(dialogStore.get()).toEqual({ open: 'login', loginTab: 'login' });
  });

  test('no credits left: says so and opens the prices [spec 5.4, 8.8]', () => {
    signIn(0);
    requestUpload();
    expect(toasts).toEqual([{ title: 'No Restores Left!', description: 'Please purchase a credit pack to continue.' }]);
    expect(dialogStore.get().open).toBe('pricing');
  });

  test('nobody is asked to buy while what they bought is on its way', () => {
    signIn(0);
    creditsStore.set({ ...creditsStore.get(), isAwaited: true });
    requestUpload();
    expect(dialogStore.get().open).toBe('upload');
    expect(toasts).toEqual([]);
  });

  test('while the session is loading, the dialog opens', () => {
    sessionStore.set({ status: 'loading' });
    creditsStore.set(creditsStore.initial);
    requestUpload();
    expect(dialogStore.get().open).toBe('upload');
    expect(toasts).toEqual([]);
  });

  test.each([
    ['a login', () => sessionStore.set({ status: 'signedOut' })],
    ['a credit pack', () => signIn(0)],
  ])('the draft is saved until %s', async (_, start) => {
    start();
    const file = new File(['x'], 'a.png');
    requestUpload({ file, toolId: 'colorize' });
    expect(pendingDraftStore.get()).toEqual({ file, toolId: 'colorize' });
    const { savedDraft } = await import('../draft/savedDraft');
    const user = { id: 'u1', email: '' };
    expect(await savedDraft.claimFor(user)).toEqual({ file, toolId: 'colorize' });
    expect(await savedDraft.claimFor({ id: 'u2', email: '' })).toBeNull();
    expect(await savedDraft.claimFor(user)).toBeNull();
  });

  test('opens the dialog with the dropped file', () => {
    signIn(1);
    const file = new File([], 'a.png');
    requestUpload({ file });
    expect(dialogStore.get().open).toBe('upload');
    expect(pendingDraftStore.get()).toEqual({ file });
    expect(toasts).toEqual([]);
  });
});
