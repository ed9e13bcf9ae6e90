import { MAX_TRAY_PHOTOS } from '@heirlight/contract/limits';
import { describe, expect, test } from '@jest/globals';
import { aTrayRow } from '../../test/samples';
import { WHOLE_PICTURE } from '../prepare/quad';
import type { Reason } from '../prepare/suggest/reasons';
import {
  EMPTY_TRAY,
  hasPrint,
  isTraySending,
  type RowState,
  type SeenInRow,
  suggestedFor,
  type Tray,
  trayReducer,
  unsentIn,
} from './trayState';

const trayOf = (...states: RowState[]): Tray =>
  trayReducer(EMPTY_TRAY, { type: 'added', rows: states.map((state, index) => aTrayRow(`id${index}`, { state })) });
const phasesOf = ({ rows }: Tray) => rows.map(({ state }) => state.phase);
const toolsOf = ({ rows }: Tray) => rows.map(({ toolId }) => toolId);

const CHOSEN: RowState = { phase: 'chosen' };
const REFUSED: RowState = { phase: 'refused', why: 'wrongType' };
const FAILED: RowState = { phase: 'failed', why: 'The connection was lost.' };
const UPLOADING: RowState = { phase: 'uploading', percent: 40, isUnanswered: false };
const EACH: RowState[] = [CHOSEN, REFUSED, FAILED, { phase: 'waiting' }, { phase: 'preparing' }, UPLOADING];

describe('a tray', () => {
  test('holds fifty photos, and counts those that are too many', () => {
    const all = Array.from({ length: MAX_TRAY_PHOTOS + 3 }, (_, index) => aTrayRow(`id${index}`));
    const tray = trayReducer(EMPTY_TRAY, { type: 'added', rows: all });
    expect(tray.rows).toHaveLength(MAX_TRAY_PHOTOS);
    expect(tray.leftOut).toBe(3);
    const lessOne = trayReducer(tray, { type: 'removed', photoId: 'id0' });
    expect(lessOne.leftOut).toBe(0);
    const again = trayReducer(lessOne, { type: 'added', rows: [aTrayRow('a'), aTrayRow('b')] });
    expect([again.rows.at(-1)?.photoId, again.leftOut]).toEqual(['a', 1]);
  });

  test('what is sent whole is not unsent, although nobody has answered yet', () => {
    const whole: RowState = { phase: 'uploading', percent: 100, isUnanswered: true };
    expect(unsentIn(trayOf(...EACH, whole, { phase: 'sent' }))).toBe(EACH.length - 1);
  });

  test('a tool is for all that are not on their way and for those that come, or for one', () => {
    const tray = trayReducer(trayOf(...EACH), { type: 'toolChosen', toolId: 'colorize' });
    const [all, other] = ['colorize', 'deeprestore'];
    expect(toolsOf(tray)).toEqual([all, other, all, all, other, other]);
    const one = trayReducer(tray, { type: 'toolChosen', toolId: 'pureface', photoId: 'id0' });
    expect(toolsOf(one)).toEqual(['pureface', other, all, all, other, other]);
    expect(toolsOf(trayReducer(one, { type: 'added', rows: [aTrayRow('new')] })).at(-1)).toBe('colorize');
  });

  test('a print that was found can be straightened in one photo or in all, and undone', () => {
    const print = WHOLE_PICTURE;
    const see = (tray: Tray, photoId: string, seen: SeenInRow) =>
      trayReducer(tray, { type: 'lookedAt', photoId, seen });
    let tray = ['id0', 'id2'].reduce(
      (now, id) => see(now, id, { print, prints: [], reason: null }),
      trayOf(CHOSEN, CHOSEN, CHOSEN, UPLOADING),
    );
    tray = see(tray, 'id3', { print, prints: [], reason: 'grey' });
    tray = trayReducer(tray, { type: 'thumbnailMade', photoId: 'id1', thumbnailUrl: 'blob:1' });
    expect(tray.rows.map(hasPrint)).toEqual([true, false, true, false]);
    tray = trayReducer(tray, { type: 'straightened', isStraight: true });
    expect(tray.rows.map(({ edit }) => edit?.corners)).toEqual([print, undefined, print, undefined]);
    expect(tray.rows[1]?.thumbnailUrl).toBe('blob:1');
    tray = trayReducer(tray, { type: 'straightened', isStraight: false, photoId: 'id2' });
    expect(tray.rows.map(hasPrint)).toEqual([false, false, true, false]);
  });

  test('a photo of several prints is replaced by one for each, in its place and with its tool, if there is room', () => {
    const seen = { print: null, prints: [WHOLE_PICTURE, WHOLE_PICTURE], reason: null };
    const rows = [aTrayRow('one'), aTrayRow('two')];
    const split = (tray: Tray) => {
      const looked = trayReducer(tray, { type: 'lookedAt', photoId: 'id1', seen });
      return trayReducer(trayReducer(looked, { type: 'toolChosen', toolId: 'colorize', photoId: 'id1' }), {
        ...{ type: 'split', photoId: 'id1', rows },
      });
    };
    const tray = split(trayOf(CHOSEN, CHOSEN, CHOSEN));
    expect(tray.rows.map(({ photoId }) => photoId)).toEqual(['id0', 'one', 'two', 'id2']);
    expect(tray.rows[1]?.toolId).toBe('colorize');
    expect(split(trayOf(CHOSEN, UPLOADING)).rows).toHaveLength(2);
    const full = trayOf(...Array.from({ length: MAX_TRAY_PHOTOS }, () => CHOSEN));
    expect(split(full).rows).toHaveLength(MAX_TRAY_PHOTOS);
  });

  test('a suggested tool is taken for one or for all; none where it is chosen, or on its way', () => {
    const states = [CHOSEN, CHOSEN, CHOSEN, UPLOADING];
    const reasons: Reason[] = ['grey', 'small', 'scratched', 'grey'];
    const tray = reasons.reduce<Tray>(
      (now, reason, index) =>
        trayReducer(now, { type: 'lookedAt', photoId: `id${index}`, seen: { print: null, prints: [], reason } }),
      trayOf(...states),
    );
    expect(tray.rows.map(suggestedFor)).toEqual(['colorize', 'photoscaler', null, null]);
    expect(toolsOf(trayReducer(tray, { type: 'suggestionsTaken' }))).toEqual([
      ...['colorize', 'photoscaler', 'deeprestore', 'deeprestore'],
    ]);
  });

  test('what is all sent may be stored, and cannot be removed', () => {
    const states: RowState[] = [...EACH, { ...UPLOADING, percent: 100 }, { phase: 'sent' }];
    const ids = trayOf(...states).rows.map(({ photoId }) => photoId);
    const left = ids.reduce((tray, photoId) => trayReducer(tray, { type: 'removed', photoId }), trayOf(...states));
    expect(phasesOf(left)).toEqual(['uploading', 'sent']);
  });

  test('starting lets what is chosen and what failed wait, all of it or one; no restore left brings it back', () => {
    const all = trayReducer(trayOf(CHOSEN, REFUSED, FAILED, UPLOADING), { type: 'started' });
    expect(phasesOf(all)).toEqual(['waiting', 'refused', 'waiting', 'uploading']);
    expect(phasesOf(trayReducer(trayOf(CHOSEN, FAILED), { type: 'started', photoId: 'id1' }))).toEqual([
      'chosen',
      'waiting',
    ]);
    expect(phasesOf(trayReducer(all, { type: 'stopped' }))).toEqual(['chosen', 'refused', 'chosen', 'uploading']);
  });

  test('at the end only what was not sent is left', () => {
    const tray = trayOf({ phase: 'sent' }, REFUSED, FAILED, CHOSEN);
    expect(phasesOf(trayReducer(tray, { type: 'ended' }))).toEqual(['failed', 'chosen']);
    expect(trayReducer(trayOf({ phase: 'sent' }, REFUSED), { type: 'ended' })).toBe(EMPTY_TRAY);
  });

  test('leaving the page would lose what waits and what is being sent', () => {
    expect(EACH.map((state) => isTraySending(trayOf(state)))).toEqual([false, false, false, true, true, true]);
  });
});
