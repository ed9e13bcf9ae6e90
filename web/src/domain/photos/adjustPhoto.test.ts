import { PLAIN_RESULT } from '@heirlight/contract/adjustment';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { connectivityStore } from '../../lib/connectivity';
import { subscribeToasts, type Toast } from '../../lib/toast';
import { deferred, flush } from '../../test/deferred';
import { fakeFirebase } from '../../test/fakeDomain';
import { aPhoto } from '../../test/samples';
import { adjustmentOf } from './adjustments';
import { adjustPhoto } from './adjustPhoto';
import { deliveringStore, type Photo, photosStore } from './photosStore';

const FADED = { ...PLAIN_RESULT, colour: 0.4 };
const WARM = { ...PLAIN_RESULT, warmth: 0.3 };

let toasts: Toast[];
let stop: () => void;
let at = 0;
let photo: Photo;
beforeEach(() => {
  toasts = [];
  stop = subscribeToasts((message) => toasts.push(message));
  deliveringStore.set(true);
  photo = aPhoto({ id: `p${++at}` });
});
afterEach(() => {
  stop();
  connectivityStore.set('online');
  photosStore.set(photosStore.initial);
});

/** The photo as the server has it with this adjustment. */
const stored = (adjustment: typeof FADED | null, original_url = photo.original_url): Photo => ({
  ...photo,
  adjustment: adjustment && { ...adjustment, original_url },
});

/** The photo's document comes with this adjustment. */
const says = (adjustment: typeof FADED | null) =>
  photosStore.set({ ...photosStore.get(), photos: [stored(adjustment)] });

function setUp() {
  const { load, call } = fakeFirebase();
  const triggerPolling = jest.fn();
  const deps = { firebase: load, session: { ensureAuth: async () => undefined }, photos: { triggerPolling } };
  const sent = () => call.mock.calls.map(([, request]) => request);
  return { deps, call, triggerPolling, sent };
}

test('an adjustment shows at once and until the document says it; then what the document says counts', async () => {
  const { deps, call, sent } = setUp();
  const answer = deferred<object>();
  call.mockReturnValue(answer.promise);
  const done = adjustPhoto(photo, FADED, deps);
  expect(adjustmentOf(photo)).toEqual(FADED);
  expect(adjustmentOf(stored(WARM))).toEqual(FADED);
  answer.resolve({});
  await done;
  expect(adjustmentOf(photo)).toEqual(FADED);
  expect(adjustmentOf(stored(FADED))).toMatchObject(FADED);
  // Another device has changed it since.
  expect(adjustmentOf(stored(WARM))).toMatchObject(WARM);
  expect(sent()).toEqual([{ photoId: photo.id, adjustment: FADED, originalUrl: photo.original_url }]);
  expect(toasts).toMatchObject([{ title: 'Adjusted', action: { label: 'Undo' } }]);
});

test('what another device takes back is taken back here, too', async () => {
  const { deps } = setUp();
  says(null);
  await adjustPhoto(photo, FADED, deps);
  says(FADED);
  says(null);
  expect(adjustmentOf(stored(null))).toBeNull();
});

test('what Undo brings back stays until the document says it', async () => {
  const { deps } = setUp();
  says(null);
  await adjustPhoto(photo, FADED, deps);
  says(FADED);
  toasts[0]!.action!.run();
  await flush();
  expect(adjustmentOf(stored(FADED))).toBeNull();
});

test('a stored adjustment is of one original: compared with another picture the result is plain', () => {
  expect(adjustmentOf(stored(FADED))).toMatchObject(FADED);
  expect(adjustmentOf({ ...stored(FADED), original_url: 'another version' })).toBeNull();
});

test('Undo brings the adjustment before back; of changes that wait only the last is sent', async () => {
  const { deps, call, sent } = setUp();
  const answer = deferred<object>();
  call.mockReturnValueOnce(answer.promise);
  const first = adjustPhoto(stored(WARM), FADED, deps);
  await flush();
  const second = adjustPhoto(stored(WARM), null, deps);
  expect(toasts[1]).toMatchObject({ title: 'Plain Result' });
  toasts[0]!.action!.run();
  expect(adjustmentOf(stored(WARM))).toMatchObject(WARM);
  answer.resolve({});
  await Promise.all([first, second]);
  await flush();
  expect(sent()).toMatchObject([{ adjustment: FADED }, { adjustment: WARM }]);
});

test('without a network it stays on the page, and is sent when there is one again', async () => {
  const { deps, sent, triggerPolling } = setUp();
  deliveringStore.set(false);
  connectivityStore.set('offline');
  const done = adjustPhoto(photo, FADED, deps);
  await flush();
  expect([adjustmentOf(photo), sent()]).toEqual([FADED, []]);
  expect(toasts).toMatchObject([{ title: 'You are offline' }]);
  connectivityStore.set('online');
  await done;
  expect(sent()).toMatchObject([{ adjustment: FADED }]);
  expect(triggerPolling).toHaveBeenCalled();
});

test('what the server refuses stays on the page, and can be tried again', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { deps, call, sent } = setUp();
  call.mockRejectedValueOnce(Object.assign(new Error('Too many changes.'), { code: 'functions/resource-exhausted' }));
  await adjustPhoto(photo, FADED, deps);
  expect(adjustmentOf(photo)).toEqual(FADED);
  expect(toasts[1]).toMatchObject({ title: 'Adjustment Not Kept', destructive: true });
  expect(toasts[1]!.description).toMatch(/^Too many changes\. Until you close this page/);
  toasts[1]!.action!.run();
  await flush();
  expect(sent()).toHaveLength(2);
  log.mockRestore();
});
