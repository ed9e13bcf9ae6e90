import { readFileSync } from 'node:fs';
import { test } from '@jest/globals';
import { conservationChecks } from './conservation/check';
import type { Operation } from './conservation/operations';

/** `npm run conservation -- --use-cases --operations N --seed S` sets these. */
const OPERATIONS = Number(process.env.CONSERVATION_OPERATIONS ?? 500);
const SEED = process.env.CONSERVATION_SEED === undefined ? undefined : Number(process.env.CONSERVATION_SEED);
/** Operations of a failed run on the whole suite, to be tried and shrunk: `npm run conservation -- --shrink FILE`. */
const DRAWN_FILE = process.env.CONSERVATION_DRAWN;
const DRAWN: Operation[] | undefined = DRAWN_FILE && JSON.parse(readFileSync(DRAWN_FILE, 'utf8'));
/** Two idle cores do 44 a second, and 7 beside all of a long run: a slow machine is no fault of the ledger. */
const LIMIT_MS = Math.max(120_000, OPERATIONS * 600);

const check = conservationChecks();

test(
  'hundreds of random operations by concurrent clients lose and create no restore [spec 1.3, 9.6, 9.17]',
  () => check({ operations: OPERATIONS, mostPerRun: 500, seed: SEED, drawn: DRAWN, limitMs: LIMIT_MS }),
  LIMIT_MS + 60_000,
);
