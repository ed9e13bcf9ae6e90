import { expect, test } from '@jest/globals';
import { safeParse } from 'valibot';
import {
  adjustmentFields,
  areKeepable,
  isPlainResult,
  PLAIN_RESULT,
  STRENGTHS,
  STROKE_LIMITS,
  type Stroke,
  TONES,
  TOUCH_UP_KINDS,
} from './adjustment';

const isAllowed = (fields: object) => safeParse(adjustmentFields, { ...PLAIN_RESULT, ...fields }).success;

test('strengths go from 0 to 1, tones from -1 to 1', () => {
  for (const name of STRENGTHS)
    expect([-0.01, 0, 1, 1.01].map((value) => isAllowed({ [name]: value }))).toEqual([false, true, true, false]);
  for (const name of TONES)
    expect([-1.01, -1, 1, 1.01].map((value) => isAllowed({ [name]: value }))).toEqual([false, true, true, false]);
  expect(isAllowed({ version: 2 })).toBe(false);
  expect(isAllowed({ repair: Number.NaN })).toBe(false);
});

test('an adjustment is plain only when nothing is moved', () => {
  expect(isPlainResult(PLAIN_RESULT)).toBe(true);
  for (const name of [...STRENGTHS, ...TONES]) expect(isPlainResult({ ...PLAIN_RESULT, [name]: 0.5 })).toBe(false);
});

const STROKE: Stroke = { kind: 'protect', radius: 0.05, edges: true, points: [0, 4096, 2048, 0] };
const long = (points: number): Stroke => ({ ...STROKE, points: Array.from({ length: 2 * points }, () => 1000) });

test('strokes of a brush are points of the picture', () => {
  expect(isPlainResult({ ...PLAIN_RESULT, strokes: [STROKE] })).toBe(false);
  for (const kind of TOUCH_UP_KINDS)
    expect([kind, isAllowed({ strokes: [STROKE, { ...STROKE, kind, points: [1, 2] }] })]).toEqual([kind, true]);
  for (const change of [
    { kind: 'erase' },
    { radius: 0.001 },
    { radius: 0.6 },
    { edges: undefined },
    { points: [] },
    { points: [1, 2, 3] },
    { points: [1, 4097] },
    { points: [-1, 1] },
    { points: [0.5, 1] },
  ])
    expect([change, isAllowed({ strokes: [{ ...STROKE, ...change }] })]).toEqual([change, false]);
});

test('a colour stroke has a colour, and no other stroke has', () => {
  const blue = { ...STROKE, kind: 'colour', colour: '#3b5f8a' };
  expect(isAllowed({ strokes: [STROKE, blue, { ...blue, colour: null }] })).toBe(true);
  for (const wrong of [
    { ...STROKE, kind: 'colour' },
    { ...STROKE, colour: '#3b5f8a' },
    { ...STROKE, colour: null },
    { ...blue, colour: 'blue' },
    { ...blue, colour: '#3B5F8A' },
    { ...blue, colour: '#3b5f8a0' },
  ])
    expect([wrong, isAllowed({ strokes: [wrong] })]).toEqual([wrong, false]);
});

test('no strokes are no key, and no more are kept than a document has room for', () => {
  expect(isAllowed({ strokes: [] })).toBe(false);
  expect(isAllowed({ strokes: undefined })).toBe(false);
  const many = (count: number, one: Stroke) => Array.from({ length: count }, () => one);
  for (const [strokes, isFew] of [
    [many(STROKE_LIMITS.strokes, STROKE), true],
    [many(STROKE_LIMITS.strokes + 1, STROKE), false],
    [[long(STROKE_LIMITS.points)], true],
    [many(25, long(STROKE_LIMITS.points)), false],
  ] as const) {
    expect(areKeepable(strokes)).toBe(isFew);
    expect(isAllowed({ strokes })).toBe(isFew);
  }
  expect(isAllowed({ strokes: [long(STROKE_LIMITS.points + 1)] })).toBe(false);
});
