import { uploadPath } from '@heirlight/contract/paths';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type Deferred, deferred, flush } from '../../test/deferred';
import { aPhoto, aTrayRow, aUser } from '../../test/samples';
import { creditsStore } from '../account/creditsStore';
import { NO_PHOTOS_YET, photosStore } from '../photos/photosStore';
import { sentSetStore, setSentSet } from '../photos/sentSet';
import { DecoderLost } from '../prepare/decoderCode';
import type { PictureEdit } from '../prepare/edit';
import { WHOLE_PICTURE } from '../prepare/quad';
import { sessionStore } from '../session/sessionStore';
import { createPictureSender, type SentPicture } from '../upload/sendDraft';
import { createTrayRunner, type TrayResult, type TrayRunnerDeps } from './trayRunner';
import { type NewTrayRow, UPLOADS_AT_ONCE } from './trayState';
import { dispatchTray, trayStore } from './trayStore';

const LOST = Object.assign(new TypeError('Failed to fetch'));
const refused = () => Object.assign(new Error(), { code: 'storage/unauthorized' });
const restores = (restoresAvailable: number) => creditsStore.set({ status: 'ready', restoresAvailable });
const phases = () => trayStore.get().rows.map(({ state }) => state.phase);
const add = (count: number, more: Partial<NewTrayRow> = {}) =>
  dispatchTray({ type: 'added', rows: Array.from({ length: count }, (_, index) => aTrayRow(`id${index}`, more)) });

/** A runner whose uploads are answered by the test. */
function aRunner(parts: Partial<Pick<TrayRunnerDeps, 'send' | 'refetchCredits'> & TrayRunnerDeps['pictures']> = {}) {
  const sent: SentPicture[] = [];
  const answers: Deferred<void>[] = [];
  const results: TrayResult[] = [];
  const { refetchCredits = async () => undefined, send, ...pictures } = parts;
  const runner = createTrayRunner({
    pictures: {
      check: async () => null,
      convert: async (jpeg) => ({ jpeg, scale: 1 }),
      convertForeign: async (file) => ({ file, madeSmaller: null, scale: 0.5 }),
      readEmbedded: async () => null,
      ...pictures,
    },
    send:
      send ??
      ((picture) => {
        sent.push(picture);
        const answer = deferred();
        answers.push(answer);
        return answer.promise;
      }),
    refetchCredits,
    onEnd: (result) => results.push(result),
  });
  return { runner, sent, answers, results };
}

beforeEach(() => {
  dispatchTray({ type: 'cleared' });
  sessionStore.set({ status: 'signedIn', user: aUser() });
  photosStore.set(NO_PHOTOS_YET);
  restores(50);
  setSentSet([]);
});

describe('sending a tray', () => {
  test('three at a time and in their order, never four, until all are sent', async () => {
    add(8);
    const { runner, sent, answers, results } = aRunner();
    await runner.start();
    const order = [];
    for (let ended = 0; ended < 8; ended += 1) {
      await flush();
      expect(answers).toHaveLength(Math.min(8, ended + UPLOADS_AT_ONCE));
      order.push(sent[ended]?.photoId);
      answers[ended]?.resolve();
    }
    await flush();
    expect(order).toEqual(Array.from({ length: 8 }, (_, index) => `id${index}`));
    expect(results).toEqual([{ sent: 8, failed: [], unpaid: 0 }]);
    expect(trayStore.get().rows).toEqual([]);
  });

  test('one that was on its way before a reload, and is sent again, counts once among those sent together', async () => {
    setSentSet(['before', 'id0']);
    add(2);
    const { runner, answers } = aRunner();
    await runner.start();
    await flush();
    for (const answer of answers) answer.resolve();
    await flush();
    expect([...sentSetStore.get()].sort()).toEqual(['before', 'id0', 'id1']);
  });

  test('one whose answer was lost is sent again as the same photo, and not at all once it is listed', async () => {
    add(2);
    const { runner, sent, answers, results } = aRunner();
    await runner.start();
    await flush();
    answers[0]?.reject(LOST);
    answers[1]?.reject(LOST);
    await flush();
    expect(phases()).toEqual(['failed', 'failed']);
    expect(trayStore.get().rows[0]?.state).toEqual({
      phase: 'failed',
      why: 'The connection was lost during the upload. Please try again.',
    });
    photosStore.set({ ...NO_PHOTOS_YET, photos: [aPhoto({ id: 'id1' })] });
    await runner.start();
    await flush();
    expect(sent.map(({ photoId }) => photoId)).toEqual(['id0', 'id1', 'id0']);
    answers[2]?.resolve();
    await flush();
    expect(results.at(-1)).toEqual({ sent: 2, failed: [], unpaid: 0 });
  });

  test('a picture that was stored, and whose answer was lost, is debited once', async () => {
    add(1);
    const debited: string[] = [];
    const send = createPictureSender({
      firebase: {
        storage: async () => ({
          async uploadPhoto({ userId, photoId, fileName }) {
            const path = uploadPath({ userId, photoId, fileName });
            // The rules refuse to overwrite what is stored, and its URL is the answer then (storage.ts).
            if (debited.includes(path)) return `https://storage/${path}`;
            debited.push(path);
            throw LOST;
          },
        }),
      },
      photos: {
        ...{ expectRestore: () => undefined, triggerPolling: () => undefined },
        showSent: async () => undefined,
        startRestore: async () => undefined,
      },
      pictures: { convert: async (jpeg) => ({ jpeg, scale: 1 }) },
    });
    const { runner, results } = aRunner({ send });
    await runner.start();
    await flush();
    expect(phases()).toEqual(['failed']);
    await runner.start();
    await flush();
    expect(results.map(({ sent }) => sent)).toEqual([0, 1]);
    expect(debited).toEqual(['images/user-1/id0-id0.jpg']);
  });

  test('one can be tried again alone, while others are on their way', async () => {
    add(2);
    const { runner, sent, answers } = aRunner();
    await runner.start();
    await flush();
    answers[0]?.reject(LOST);
    await flush();
    await runner.start('id0');
    await flush();
    expect(sent.map(({ photoId }) => photoId)).toEqual(['id0', 'id1', 'id0']);
    expect(phases()).toEqual(['preparing', 'preparing']);
  });

  test('paused, nothing is begun and what is on its way waits; then it goes on', async () => {
    add(4);
    const { runner, sent, answers, results } = aRunner();
    await runner.start();
    await flush();
    expect(sent[0]?.paused?.get()).toBe(false);
    runner.pause(true);
    expect(sent[0]?.paused?.get()).toBe(true);
    answers[0]?.resolve();
    await flush();
    expect(sent).toHaveLength(3);
    for (const answer of answers.slice(1)) answer.resolve();
    await flush();
    // One waits still.
    expect(results).toEqual([]);
    runner.pause(false);
    await flush();
    expect(sent).toHaveLength(4);
    answers[3]?.resolve();
    await flush();
    expect(results).toEqual([{ sent: 4, failed: [], unpaid: 0 }]);
    expect(trayStore.get().isPaused).toBe(false);
  });

  test('a straightened print is sent as it is then, and its upload knows how much of the file that is', async () => {
    add(1);
    const edits: unknown[] = [];
    const convert = async (jpeg: File, edit: PictureEdit | null) => {
      edits.push(edit);
      return { jpeg, scale: 0.8 };
    };
    dispatchTray({ type: 'lookedAt', photoId: 'id0', seen: { print: WHOLE_PICTURE, prints: [], reason: null } });
    dispatchTray({ type: 'straightened', isStraight: true });
    const { runner, sent } = aRunner({ convert });
    await runner.start();
    await flush();
    const edit = { corners: WHOLE_PICTURE, quarters: 0 };
    expect(edits).toEqual([edit]);
    expect(sent[0]?.draft.prepared).toMatchObject({ edit, scale: 0.8 });
  });

  test('one that is removed stops, uses no restore, and lets the next one begin', async () => {
    add(4);
    restores(3);
    const { runner, sent, answers, results } = aRunner();
    await runner.start();
    await flush();
    runner.remove('id1');
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
    answers[1]?.reject(new DOMException('', 'AbortError'));
    await flush();
    expect(sent.map(({ photoId }) => photoId)).toEqual(['id0', 'id1', 'id2', 'id3']);
    // What is all sent may be stored.
    sent[3]?.onProgress(100, false);
    runner.remove('id3');
    expect(sent[3]?.signal.aborted).toBe(false);
    for (const answer of answers) answer.resolve();
    await flush();
    expect(results).toEqual([{ sent: 3, failed: [], unpaid: 0 }]);
  });

  test('a paused tray from which the last waiting photo is removed has ended', async () => {
    add(4);
    const { runner, answers, results } = aRunner();
    await runner.start();
    await flush();
    runner.pause(true);
    for (const answer of answers) answer.resolve();
    await flush();
    runner.remove('id3');
    expect(results).toEqual([{ sent: 3, failed: [], unpaid: 0 }]);
    expect(trayStore.get().rows).toEqual([]);
  });

  test('all that can be removed goes at once; what is sent whole stays until its answer comes, and is counted', async () => {
    add(5);
    const { runner, sent, answers, results } = aRunner();
    await runner.start();
    await flush();
    answers[0]?.resolve();
    await flush();
    sent[1]?.onProgress(100, false);
    sent[2]?.onProgress(50, false);
    runner.pause(true);
    runner.remove();
    expect(trayStore.get().rows.map(({ photoId }) => photoId)).toEqual(['id0', 'id1']);
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([false, false, true, true]);
    for (const answer of answers.slice(2)) answer.reject(new DOMException('', 'AbortError'));
    answers[1]?.resolve();
    await flush();
    expect(results).toEqual([{ sent: 2, failed: [], unpaid: 0 }]);
    expect(trayStore.get().rows).toEqual([]);
  });

  test('without a restore left nothing more is sent, and the rest stays', async () => {
    add(5);
    const { runner, sent, answers, results } = aRunner();
    await runner.start();
    await flush();
    restores(0);
    answers[0]?.resolve();
    await flush();
    expect(sent).toHaveLength(3);
    expect(phases()).toEqual(['sent', 'preparing', 'preparing', 'chosen', 'chosen']);
    answers[1]?.resolve();
    answers[2]?.resolve();
    await flush();
    expect(results).toEqual([{ sent: 3, failed: [], unpaid: 2 }]);
    expect(phases()).toEqual(['chosen', 'chosen']);
  });

  test('no more is begun than the balance allows, which is awaited; what is bought meanwhile can be used', async () => {
    add(6);
    creditsStore.set(creditsStore.initial);
    const { runner, sent, answers, results } = aRunner();
    const starting = runner.start();
    await flush();
    expect(phases()).not.toContain('waiting');
    restores(2);
    await starting;
    await flush();
    expect(sent).toHaveLength(2);
    answers[0]?.reject(LOST);
    await flush();
    // The failed one has used none.
    await runner.start('id0');
    await flush();
    expect(sent.map(({ photoId }) => photoId)).toEqual(['id0', 'id1', 'id0']);
    restores(3);
    await runner.start();
    await flush();
    expect(sent).toHaveLength(4);
    for (const answer of answers) answer.resolve();
    await flush();
    expect(results).toEqual([{ sent: 3, failed: [], unpaid: 3 }]);
  });

  test('a refused upload is one without a restore if none is left on the server, else it failed', async () => {
    add(2);
    const first = aRunner({ send: () => Promise.reject(refused()), refetchCredits: async () => restores(0) });
    await first.runner.start();
    await flush();
    expect(first.results).toEqual([{ sent: 0, failed: [], unpaid: 2 }]);
    expect(phases()).toEqual(['chosen', 'chosen']);
    restores(2);
    const second = aRunner({ send: () => Promise.reject(refused()) });
    await second.runner.start();
    await flush();
    expect(phases()).toEqual(['failed', 'failed']);
  });

  test('a photo in another format is converted in its turn; one that cannot be says why, and the others go on', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    add(5, { format: 'HEIC' });
    const converting: string[] = [];
    const { runner, sent } = aRunner({
      convertForeign: async (file) => {
        converting.push(file.name);
        if (file.name === 'id0.jpg') throw new Error('HEIC: load');
        if (file.name === 'id1.jpg') throw new DecoderLost('no decoder');
        return { file, madeSmaller: null, scale: 0.5 };
      },
    });
    await runner.start();
    await flush();
    expect(trayStore.get().rows[0]?.state).toEqual({ phase: 'failed', why: 'Failed to load image' });
    const lost = 'The connection was lost during the upload. Please try again.';
    expect(trayStore.get().rows[1]?.state).toEqual({ phase: 'failed', why: lost });
    expect(sent.map(({ draft }) => draft.scale)).toEqual([0.5, 0.5, 0.5]);
    expect(converting).toEqual(['id0.jpg', 'id1.jpg', 'id2.jpg', 'id3.jpg', 'id4.jpg']);
    log.mockRestore();
  });

  test('signed out nothing is sent, and the tray stays; who leaves takes it along', async () => {
    add(2);
    const { runner, sent, results } = aRunner();
    sessionStore.set({ status: 'signedOut' });
    expect(await runner.start()).toBe(false);
    expect(phases()).toEqual(['chosen', 'chosen']);
    sessionStore.set({ status: 'signedIn', user: aUser() });
    await runner.start();
    await flush();
    runner.reset();
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(trayStore.get().rows).toEqual([]);
    expect(results).toEqual([]);
  });
});
