import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { flush } from '../../test/deferred';
import { aPhoto, aTrayRow, aUser } from '../../test/samples';
import { closeDialog, dialogStore, openDialog } from '../dialogs/dialogs';
import type { readStoredDraft } from '../draft/draftStorage';
import { createSavedForOwner, type Label } from '../draft/savedForOwner';
import { photosStore } from '../photos/photosStore';
import { noteSessionLost } from '../session/sessionHint';
import { sessionStore } from '../session/sessionStore';
import { createSavedTray, TRAY_SAVED_FOR_MS } from './savedTray';
import type { SavedRow } from './trayState';
import { dispatchTray, trayStore } from './trayStore';

const ada = aUser({ id: 'ada' });
const ben = aUser({ id: 'ben' });

/** This device's storage: the trays by name. */
const stored = new Map<string, { content: readonly SavedRow[]; label: Label }>();
const openTabs = new Set<string>();
let isFull = false;
/** The upload dialog's. */
let draft: Awaited<ReturnType<typeof readStoredDraft>> = null;
let now = 0;

/** A page, whose tray it is until the next one opens. */
function aPage(tab: string) {
  dispatchTray({ type: 'cleared' });
  closeDialog();
  return createSavedTray({
    names: async () => [...stored.keys()],
    read: async (name) => stored.get(name) ?? null,
    draft: async () => draft,
    of: (name) =>
      createSavedForOwner({
        storage: {
          write: async (content, label) => {
            if (isFull) throw new DOMException('', 'QuotaExceededError');
            stored.set(name, { content, label });
          },
          read: async () => stored.get(name) ?? null,
          delete: async () => void stored.delete(name),
        },
        tabs: {
          lock: (other) => {
            openTabs.add(other);
            return () => openTabs.delete(other);
          },
          isLocked: async (other) => openTabs.has(other),
        },
        ...{ tab: () => tab, now: () => now, keptForMs: TRAY_SAVED_FOR_MS },
      }),
  });
}

const add = (...ids: string[]) => dispatchTray({ type: 'added', rows: ids.map((id) => aTrayRow(id)) });
const shown = () => trayStore.get().rows.map(({ photoId, toolId, state }) => `${photoId} ${toolId} ${state.phase}`);
const kept = () => [...stored.values()].flatMap(({ content }) => content.map(({ photoId }) => photoId));
let stop = () => {};
/** The tab is closed, or its page reloaded. */
const close = (tab: string) => {
  stop();
  openTabs.delete(tab);
};

beforeEach(() => {
  stored.clear();
  openTabs.clear();
  localStorage.clear();
  [isFull, now, draft] = [false, 0, null];
  sessionStore.set({ status: 'signedIn', user: ada });
  photosStore.set({ status: 'ready', photos: [], hasMore: false });
});
afterEach(() => stop());

test('what is not sent comes back with its tool and its id, and is asked for once', async () => {
  stop = aPage('1').follow();
  add('a', 'b', 'c');
  dispatchTray({ type: 'toolChosen', toolId: 'colorize', photoId: 'b' });
  dispatchTray({ type: 'changed', photoId: 'a', state: { phase: 'sent' } });
  await flush();
  close('1');

  const next = aPage('2');
  await next.resumeFor(ada);
  expect(shown()).toEqual(['b colorize chosen', 'c deeprestore chosen']);
  expect(trayStore.get().isResumed).toBe(true);
  expect(dialogStore.get().open).toBe('tray');
  stop = next.follow();
  await flush();
  close('2');

  // The visit after that only shows the bar.
  await aPage('3').resumeFor(ada);
  expect(shown()).toHaveLength(2);
  expect(dialogStore.get()).toEqual({ open: null, mounted: 'tray' });
});

test('whoever has begun to send, or adds photos, is asked again', async () => {
  stop = aPage('1').follow();
  add('a', 'b');
  await flush();
  close('1');
  const second = aPage('1');
  await second.resumeFor(ada);
  stop = second.follow();
  dispatchTray({ type: 'started' });
  expect(trayStore.get().isResumed).toBe(false);
  await flush();
  close('1');
  await aPage('1').resumeFor(ada);
  expect(dialogStore.get().open).toBe('tray');
});

test('a dialog that is open stays', async () => {
  stop = aPage('1').follow();
  add('a', 'b');
  await flush();
  close('1');
  const next = aPage('1');
  openDialog('pricing');
  await next.resumeFor(ada);
  expect(dialogStore.get()).toEqual({ open: 'pricing', mounted: 'tray' });
});

test('a photo whose upload had arrived is not sent again', async () => {
  stop = aPage('1').follow();
  add('a', 'b');
  await flush();
  close('1');
  photosStore.set({ status: 'loading', photos: [aPhoto({ id: 'b' })], hasMore: false });
  const resuming = aPage('1').resumeFor(ada);
  await flush();
  // What the device remembers of the list is not the list.
  expect(shown()).toHaveLength(2);
  expect(dialogStore.get().open).toBeNull();
  photosStore.set({ status: 'ready', photos: [aPhoto({ id: 'a' })], hasMore: false });
  await resuming;
  expect(shown()).toEqual(['b deeprestore chosen']);
  expect(dialogStore.get().open).toBe('tray');
  close('1');

  photosStore.set({ status: 'ready', photos: [aPhoto({ id: 'a' }), aPhoto({ id: 'b' })], hasMore: false });
  await aPage('1').resumeFor(ada);
  expect(dialogStore.get().open).toBeNull();
  expect(kept()).toEqual([]);
});

test('another account never sees it, and logging out ends it', async () => {
  stop = aPage('1').follow();
  add('a', 'b');
  await flush();
  close('1');
  sessionStore.set({ status: 'signedIn', user: ben });
  await aPage('2').resumeFor(ben);
  expect(shown()).toEqual([]);
  expect(kept()).toEqual([]);

  sessionStore.set({ status: 'signedIn', user: ada });
  stop = aPage('1').follow();
  add('a', 'b');
  await flush();
  await aPage('1').resumeFor(null);
  expect(kept()).toEqual([]);
});

test('a session that ended by itself leaves it on the device, for its owner alone', async () => {
  const page = aPage('1');
  stop = page.follow();
  add('a', 'b');
  await flush();
  noteSessionLost(true);
  sessionStore.set({ status: 'signedOut' });
  page.leaveLost();
  dispatchTray({ type: 'cleared' });
  await page.resumeFor(null);
  expect(kept()).toEqual(['a', 'b']);
  // A visitor's on the same page are their own.
  add('c');
  await flush();
  dispatchTray({ type: 'cleared' });
  await flush();
  expect(kept()).toEqual(['a', 'b']);

  sessionStore.set({ status: 'signedIn', user: ada });
  await page.resumeFor(ada);
  expect(shown()).toEqual(['a deeprestore chosen', 'b deeprestore chosen']);
  await flush();

  sessionStore.set({ status: 'signedOut' });
  page.leaveLost();
  dispatchTray({ type: 'cleared' });
  await flush();
  expect(kept()).toEqual(['a', 'b']);
  sessionStore.set({ status: 'signedIn', user: ben });
  await page.resumeFor(ben);
  expect(shown()).toEqual([]);
  expect(kept()).toEqual([]);
});

test('a tray that waits is never lost to photos that are added before it is read', async () => {
  stop = aPage('1').follow();
  add('a', 'b');
  await flush();
  close('1');
  // They come while it is being read: it goes on with both.
  const second = aPage('1');
  const resuming = second.resumeFor(ada);
  add('c');
  await resuming;
  expect(shown()).toHaveLength(3);
  stop = second.follow();
  await flush();
  expect(new Set(kept())).toEqual(new Set(['a', 'b', 'c']));
  close('1');
  // They were there first: it waits for the next visit.
  const third = aPage('1');
  add('d');
  await third.resumeFor(ada);
  stop = third.follow();
  await flush();
  expect(new Set(kept())).toEqual(new Set(['a', 'b', 'c', 'd']));
});

test('each open tab has its own; a week ends it', async () => {
  stop = aPage('1').follow();
  add('a', 'b');
  await flush();
  stop();
  const second = aPage('2');
  await second.resumeFor(ada);
  expect(shown()).toEqual([]);
  stop = second.follow();
  add('c', 'd');
  await flush();
  expect(kept()).toEqual(['a', 'b', 'c', 'd']);
  close('1');
  close('2');
  now = TRAY_SAVED_FOR_MS;
  await aPage('1').resumeFor(ada);
  expect(shown()).toEqual([]);
  expect(kept()).toEqual([]);
});

test('what this user would lose with a logout is counted: other windows, and what this page has not read yet', async () => {
  const first = aPage('1');
  stop = first.follow();
  add('a', 'b');
  await flush();
  expect(await first.countElsewhere()).toBe(0);
  stop();
  const second = aPage('2');
  stop = second.follow();
  add('c');
  await flush();
  expect(await second.countElsewhere()).toBe(2);
  close('2');
  // A reload.
  const label = { keptAt: 0, tab: '3', userId: 'ada' };
  draft = { content: { file: new File([], 'd.jpg'), others: [new File([], 'e.jpg')] }, label };
  const reloaded = aPage('2');
  expect(await reloaded.countElsewhere()).toBe(5);
  await reloaded.resumeFor(ada);
  expect(await reloaded.countElsewhere()).toBe(3 + 2 - trayStore.get().rows.length);
  sessionStore.set({ status: 'signedIn', user: ben });
  expect(await reloaded.countElsewhere()).toBe(0);
});

test('nothing is kept of what is sent, removed or refused; a device without room says so', async () => {
  stop = aPage('1').follow();
  add('a', 'b', 'c');
  dispatchTray({ type: 'changed', photoId: 'c', state: { phase: 'refused', why: 'wrongType' } });
  await flush();
  expect(kept()).toEqual(['a', 'b']);
  dispatchTray({ type: 'removed', photoId: 'a' });
  dispatchTray({ type: 'changed', photoId: 'b', state: { phase: 'sent' } });
  await flush();
  expect(kept()).toEqual([]);

  isFull = true;
  add('d');
  await flush();
  expect(trayStore.get().isNotSaved).toBe(true);
});
