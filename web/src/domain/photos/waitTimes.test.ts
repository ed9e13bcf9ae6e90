import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { aPhoto } from '../../test/samples';
import { expectedSeconds, waitOf } from './waitTimes';

const START = new Date(2026, 10, 20, 14, 5);
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000);
const running = (more = {}) =>
  aPhoto({ status: 'processing', restored_url: null, created_at: START, prediction_id: 'job', ...more });
const took = (seconds: number, more = {}) =>
  aPhoto({ id: `took${seconds}`, created_at: START, completed_at: after(seconds), ...more });

describe('how long a restore should take', () => {
  test('is learnt from the last five of the tool, the middle one; before that it is what is typical', () => {
    const photo = running();
    expect(expectedSeconds(photo, [])).toBe(40);
    expect(expectedSeconds(photo, [took(12)])).toBe(12);
    const others = [took(90, { tool: 'colorize' }), took(80, { status: 'failed' }), took(4 * 3600)];
    expect(expectedSeconds(photo, [running(), ...others, took(9), took(100), took(11)])).toBe(11);
    expect(
      expectedSeconds(
        photo,
        [1, 2, 3, 4, 5, 600, 601, 602].map((seconds) => took(seconds)),
      ),
    ).toBe(3);
  });
});

describe('how a restore stands', () => {
  const at = (seconds: number, more = {}) => waitOf(running(more), { now: after(seconds).getTime(), expected: 40 });

  test('is what the provider reports, else what the time says', () => {
    expect(at(10, { progress_percent: 65 })).toMatchObject({ percent: 65, isReported: true });
    expect(at(10)).toMatchObject({ percent: 25, isReported: false, secondsLeft: 30 });
  });

  test('waits for its turn as it did at first', () => {
    expect(at(100, { prediction_id: null })).toEqual(at(0));
  });

  test('a quick start makes it shorter, and nothing makes it longer', () => {
    expect(at(10, { progress_percent: 50 }).secondsLeft).toBe(20);
    expect(at(20, { progress_percent: 80 }).secondsLeft).toBe(5);
    expect(at(30, { progress_percent: 20 }).secondsLeft).toBe(10);
  });

  test('a model that is nearly done at once does not make it nearly done: the picture is still to be stored', () => {
    const early = waitOf(running({ progress_percent: 98 }), { now: after(7).getTime(), expected: 85 });
    expect(early.percent).toBe(90);
    expect(early.secondsLeft).toBeGreaterThan(60);
    const later = waitOf(running({ progress_percent: 98 }), { now: after(50).getTime(), expected: 85 });
    expect(later.percent).toBe(98);
    expect(later.secondsLeft).toBeLessThan(2);
  });

  test('it is never done while it runs, and never goes back by itself', () => {
    const seconds = fc.integer({ min: 0, max: 5000 });
    fc.assert(
      fc.property(seconds, seconds, (a, b) => {
        const [earlier, later] = [at(Math.min(a, b)), at(Math.max(a, b))];
        expect(later.percent).toBeGreaterThanOrEqual(earlier.percent);
        expect(later.secondsLeft).toBeLessThanOrEqual(earlier.secondsLeft);
        expect(later.percent).toBeLessThanOrEqual(95);
      }),
    );
    expect(at(30, { progress_percent: 100 }).percent).toBe(99);
    // A clock that is behind the server's.
    expect(at(-30)).toMatchObject({ percent: 0, secondsLeft: 40 });
  });
});
