import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { flush } from '../../test/deferred';
import { aPhoto } from '../../test/samples';
import { setTitleStore, startBackground } from './background';
import { lookAtStore } from './lookAt';
import { askForNotifications, notificationsStore } from './notifications';
import { NO_PHOTOS_YET, type Photo, photosStore } from './photosStore';
import { setSentSet } from './sentSet';
import { announce, unseenEndStore } from './toastEnded';

let hidden = false;
Object.defineProperty(document, 'hidden', { get: () => hidden });
const look = (isHidden: boolean) => {
  hidden = isHidden;
  document.dispatchEvent(new Event('visibilitychange'));
};
const USUAL = 'Heirlight: AI photo restoration with face preservation';
const running = (more: Partial<Photo> = {}) =>
  aPhoto({ status: 'processing', restored_url: null, prediction_id: 'job', ...more });
const end = (id: string) => announce({ id, to: 'succeeded' });
const list = (...photos: Photo[]) => photosStore.set({ status: 'ready', photos, hasMore: false });

/** The browser's notifications. */
class FakeNotification {
  static permission = 'default';
  static shown: FakeNotification[] = [];
  static requestPermission = jest.fn(async () => FakeNotification.permission);
  onclick: () => void = () => undefined;
  close = jest.fn();
  constructor(
    readonly title: string,
    readonly options: NotificationOptions,
  ) {
    FakeNotification.shown.push(this);
  }
}

let stop: () => void;
beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
  hidden = false;
  FakeNotification.permission = 'default';
  FakeNotification.shown = [];
  Object.assign(globalThis, { Notification: FakeNotification });
  notificationsStore.set('off');
  photosStore.set(NO_PHOTOS_YET);
  unseenEndStore.set(null);
  stop = startBackground();
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

describe('a page in the background', () => {
  test('the tab says how far the restore is, and that it is ready until somebody looks', () => {
    expect(document.title).toBe(USUAL);
    list(running({ progress_percent: 40 }));
    expect(document.title).toBe('40% · Heirlight');
    list(running({ progress_percent: 100 }));
    expect(document.title).toBe('99% · Heirlight');
    list(running({ id: 'a' }), running({ id: 'b' }));
    expect(document.title).toBe('Restoring 2 photos · Heirlight');
    look(true);
    end('a');
    list(aPhoto({ id: 'a' }), running({ id: 'b' }));
    expect(document.title).toBe('✓ Ready · Heirlight');
    look(false);
    expect(document.title).toMatch(/^\d+% · Heirlight$/);
    list(aPhoto({ id: 'a' }), aPhoto({ id: 'b' }));
    expect(document.title).toBe(USUAL);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('while photos are uploaded the tab says so; of a set there is no notification for each', () => {
    notificationsStore.set('on');
    list(running({ id: 'a' }), running({ id: 'b' }));
    setTitleStore.set('Uploading 2 of 3');
    expect(document.title).toBe('Uploading 2 of 3 · Heirlight');
    setTitleStore.set(null);
    expect(document.title).toBe('Restoring 2 photos · Heirlight');
    setSentSet(['a', 'b']);
    look(true);
    end('a');
    expect([document.title, FakeNotification.shown]).toEqual(['Restoring 2 photos · Heirlight', []]);
    setSentSet([]);
  });

  test('a restore that fails unseen is told as one that succeeds, but for those of a set', () => {
    notificationsStore.set('on');
    list(running({ id: 'a' }), running({ id: 'b' }));
    setSentSet(['b']);
    look(true);
    for (const id of ['a', 'b']) announce({ id, to: 'failed' });
    list(aPhoto({ id: 'a', status: 'failed' }), aPhoto({ id: 'b', status: 'failed' }));
    expect(document.title).toBe('Restoration Failed ❌ · Heirlight');
    expect(FakeNotification.shown).toMatchObject([{ title: 'Restoration Failed ❌', options: { tag: 'a' } }]);
    look(false);
    expect(document.title).toBe(USUAL);
    list(running({ id: 'c' }));
    announce({ id: 'c', to: 'failed' });
    expect(FakeNotification.shown).toHaveLength(1);
    setSentSet([]);
  });

  test('without a report the tab follows the time', () => {
    list(running({ created_at: new Date() }));
    expect(document.title).toBe('0% · Heirlight');
    jest.advanceTimersByTime(20_000);
    expect(document.title).toBe('50% · Heirlight');
  });

  test('somebody who looks at the page needs to be told nothing', () => {
    end('a');
    expect([document.title, FakeNotification.shown]).toEqual([USUAL, []]);
  });

  test('a notification comes only to those who pressed for it, and leads to the photo', async () => {
    look(true);
    end('a');
    expect(FakeNotification.shown).toEqual([]);
    FakeNotification.permission = 'granted';
    await askForNotifications();
    expect(notificationsStore.get()).toBe('on');
    end('b');
    const [notification] = FakeNotification.shown;
    expect(notification).toMatchObject({ title: 'Restoration Complete! ✅', options: { tag: 'b' } });
    window.focus = jest.fn();
    notification?.onclick();
    expect(lookAtStore.get()).toBe('b');
    jest.advanceTimersByTime(60_000);
    expect(lookAtStore.get()).toBeNull();
  });

  test('who refuses is not asked again; where only a service worker may tell, it does', async () => {
    FakeNotification.permission = 'denied';
    await askForNotifications();
    expect(notificationsStore.get()).toBe('impossible');
    const showNotification = jest.fn();
    Object.assign(navigator, { serviceWorker: { getRegistration: async () => ({ showNotification }) } });
    Object.assign(globalThis, {
      Notification: class {
        constructor() {
          throw new TypeError('Illegal constructor');
        }
      },
    });
    notificationsStore.set('on');
    look(true);
    end('c');
    await flush();
    expect(showNotification).toHaveBeenCalledWith('Restoration Complete! ✅', expect.objectContaining({ tag: 'c' }));
  });
});
