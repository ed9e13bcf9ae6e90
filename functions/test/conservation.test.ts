import { test } from '@jest/globals';
import { conservationChecks } from './conservation/check';

const LIMIT_MS = 120_000;

const check = conservationChecks();

test(
  'random operations by concurrent clients lose and create no restore [spec 1.3, 9.6, 9.17]',
  () => check({ operations: 50, mostPerRun: 50, limitMs: LIMIT_MS }),
  LIMIT_MS + 60_000,
);
