import { OPERATOR } from '@heirlight/contract/operator';
import { expect, test } from '@jest/globals';
import { operatorProblems } from './operatorProblems';

const STILL_EXAMPLE = "packages/contract/src/operator.ts is still the example's: put in your name and address";
const mine = { ...OPERATOR, name: 'Ada Ltd', address: ['1 Attic Street', 'Dublin', 'Ireland'] };

test('the example is refused, and so is a part of it that is left', () => {
  expect(operatorProblems(OPERATOR, '0')).toEqual([STILL_EXAMPLE]);
  for (const part of [
    { name: OPERATOR.name },
    { address: ['1 Attic Street', ...OPERATOR.address.slice(1)] },
    { address: [] },
    { name: ' ' },
  ])
    expect(operatorProblems({ ...mine, ...part }, '0')).toEqual([STILL_EXAMPLE]);
});

test('a name and an address are ready', () => {
  expect(operatorProblems(mine, '0')).toEqual([]);
  expect(operatorProblems(mine, '')).toEqual([]);
});

test('the terms promise as many days to withdraw as the backend gives', () => {
  expect(operatorProblems({ ...mine, withdrawalDays: 14 }, '14')).toEqual([]);
  expect(operatorProblems({ ...mine, withdrawalDays: 14 }, '0')).toEqual([
    'WITHDRAWAL_DAYS is 0, but the terms say 14 (withdrawalDays of packages/contract/src/operator.ts)',
  ]);
  expect(operatorProblems(mine, '14')).toEqual([expect.stringContaining('WITHDRAWAL_DAYS is 14, but the terms say 0')]);
});
