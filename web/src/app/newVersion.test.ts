import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { closeDialog, dialogStore, openLogin } from '../domain/dialogs/dialogs';
import { openDraftStore, traySendingStore } from '../domain/draft/draft';
import { subscribeToasts, type Toast } from '../lib/toast';
import { deferred, flush } from '../test/deferred';
import { followDeploys, resumeWork } from './newVersion';

const pageOf = (build: string) =>
  new DOMParser().parseFromString(`<script type="module" data-app="/assets/main-${build}.js"></script>`, 'text/html');
const loseCode = () => window.dispatchEvent(new Event('vite:preloadError'));

let stop = () => {};
beforeEach(() => {
  sessionStorage.clear();
  closeDialog();
  openDraftStore.set(null);
  document.head.innerHTML = pageOf('old').head.innerHTML;
});
afterEach(() => stop());

/** Resolves with 'reloaded', or 'stays' once the served page has been looked at. */
function outcome(served: () => Promise<Document>): Promise<string> {
  return new Promise((resolve) => {
    const looked = async () => {
      const page = await served();
      // A reload follows in the same turn of the event loop.
      setTimeout(() => resolve('stays'), 0);
      return page;
    };
    stop = followDeploys({ served: looked, reload: () => resolve('reloaded') });
    loseCode();
  });
}

test('code that is gone because another build is served: one reload for that build', async () => {
  expect(await outcome(async () => pageOf('new'))).toBe('reloaded');
  stop();
  expect(await outcome(async () => pageOf('new'))).toBe('stays');
  stop();
  expect(await outcome(async () => pageOf('rolled-back'))).toBe('reloaded');
});

test('code that cannot be reached though the build is the same: no reload', async () => {
  expect(await outcome(async () => pageOf('old'))).toBe('stays');
});

test('the dialog that was asked for opens again, once', async () => {
  openLogin('signup');
  const served = deferred<Document>();
  const reloaded = outcome(() => served.promise);
  // The page closes a dialog whose code does not come.
  closeDialog();
  served.resolve(pageOf('new'));
  expect(await reloaded).toBe('reloaded');

  await resumeWork();
  expect(dialogStore.get()).toMatchObject({ open: 'login', loginTab: 'signup' });
  closeDialog();
  await resumeWork();
  expect(dialogStore.get().open).toBeNull();
});

test('an address that asks for an upload opens its dialog, once', async () => {
  window.history.replaceState(null, '', '/?upload=choose');
  await resumeWork();
  expect(dialogStore.get().open).toBe('upload');
  expect(window.location.search).toBe('');
  closeDialog();
  await resumeWork();
  expect(dialogStore.get().open).toBeNull();
});

test('photos that were shared and could not be kept are asked for again, in words', async () => {
  const toasts: Toast[] = [];
  const stopToasts = subscribeToasts((toast) => toasts.push(toast));
  window.history.replaceState(null, '', '/?upload=lost');
  await resumeWork();
  stopToasts();
  expect(dialogStore.get().open).toBe('upload');
  expect(toasts).toEqual([
    {
      title: 'Photo not received',
      description: 'This device could not keep what you shared. Please choose it here.',
      destructive: true,
    },
  ]);
});

test('photos that are being sent, alone or with the tray, are waited for', async () => {
  const file = new File(['x'], 'a.jpg');
  openDraftStore.set({ file, toolId: 'colorize', isSending: true });
  expect(await outcome(async () => pageOf('new'))).toBe('stays');
  stop();
  const reloaded = new Promise((resolve) => {
    stop = followDeploys({ served: async () => pageOf('newer'), reload: () => resolve('reloaded') });
    loseCode();
  });
  traySendingStore.set(true);
  openDraftStore.set(null);
  expect(await Promise.race([reloaded, flush()])).toBeUndefined();
  traySendingStore.set(false);
  expect(await reloaded).toBe('reloaded');
});
