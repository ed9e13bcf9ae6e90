import { test } from '@jest/globals';
import { type AnyOperation, conservationChecks } from './conservation/check';

const LIMIT_MS = 120_000;

const check = conservationChecks();

test(
  'random operations by concurrent clients lose and create no restore [spec 1.3, 9.6, 9.17]',
  () => check({ operations: 30, mostPerRun: 30, limitMs: LIMIT_MS }),
  LIMIT_MS + 60_000,
);

/** So few random operations seldom come to a set that was brought back. */
const SETS: AnyOperation[] = [
  { kind: 'signUp', account: 0, times: 1 },
  { kind: 'grant', account: 0, restores: 4, times: 1 },
  { kind: 'tray', account: 0, times: 2 },
  { kind: 'upload', account: 0, times: 1 },
  { kind: 'upload', account: 0, times: 1 },
  ...(['succeeded', 'failed', 'failed', 'succeeded'] as const).map(
    (report, photo) => ({ kind: 'report', photo, report, times: 1 }) as const,
  ),
  { kind: 'restoreAgain', photo: 0, version: 'original', times: 1 },
  { kind: 'report', photo: 4, report: 'failed', times: 1 },
  { kind: 'deleteSet', photo: 0, count: 2, times: 1 },
  { kind: 'undoDeletion', set: 0, times: 1 },
  { kind: 'deleteSet', photo: 1, count: 1, times: 1 },
  { kind: 'deleteGroup', photo: 0, times: 1 },
];

test('a tray sent twice, versions, and sets that are deleted, brought back and deleted again add up', () =>
  check({ drawn: SETS, clients: 1, operations: 1, mostPerRun: SETS.length, limitMs: LIMIT_MS }));
