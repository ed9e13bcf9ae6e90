/**
 * `npm run conservation`: random operations by concurrent clients, and afterwards a check that the ledger adds up.
 *
 *   -- --operations N --seed S    on a local suite of its own (e2e/conservation); the same seed draws the same operations
 *   -- --use-cases                on the use cases alone (functions/test), with a fake provider: some forty a second
 *   -- --shrink FILE              finds the fewest of a failed run's operations that still fail, on the use cases
 *   -- --report FILE              writes Jest's counts as JSON
 *   -- --port-offset N            moves the ports of the suite
 */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    operations: { type: 'string' },
    seed: { type: 'string' },
    'use-cases': { type: 'boolean' },
    shrink: { type: 'string' },
    report: { type: 'string' },
    'port-offset': { type: 'string', default: process.env.TEST_PORT_OFFSET ?? '10000' },
  },
});

const jest = (...args) => [`${root}node_modules/.bin/jest`, '--runInBand', ...args];
const useCases = jest('--selectProjects', 'functions', '--testPathPatterns', 'test/conservation.long');
const wholeSuite = [
  ...['scripts/suite.mjs', '--local-only', '--port-offset', values['port-offset'], '--'],
  ...jest('--config', 'e2e/jest.conservation.config.mjs'),
  ...(values.report ? ['--json', '--outputFile', resolve(values.report)] : []),
];
const settings = {
  ...(values.operations ? { CONSERVATION_OPERATIONS: values.operations } : {}),
  ...(values.seed ? { CONSERVATION_SEED: values.seed } : {}),
  ...(values.shrink ? { CONSERVATION_DRAWN: resolve(values.shrink) } : {}),
};
const suiteSettings = {
  FAULT_POINT: `${root}build/fault-point`,
  // All clients share one address.
  RATE_LIMIT_SCALE: '1000',
  // The restore engine's networks are not what is tested here, and they are slow.
  REPLICATE_ENGINE: 'echo',
  // Buyers may give back what is unused.
  WITHDRAWAL_DAYS: '14',
};

const isUseCases = values['use-cases'] || values.shrink;
const child = spawn(process.execPath, isUseCases ? useCases : wholeSuite, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TEST_LONG: '1', ...settings, ...(isUseCases ? {} : suiteSettings) },
});
// The suite stops its services first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
