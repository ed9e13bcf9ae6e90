import { expect, test } from '@jest/globals';
import { safeParse } from 'valibot';
import { adjustmentFields, isPlainResult, PLAIN_RESULT, STRENGTHS, TONES } from './adjustment';

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
