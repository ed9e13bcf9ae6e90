/**
 * `npm run conservation`: random operations by concurrent clients, and whether the books are right afterwards.
 *
 *   -- --operations N --seed S    on a whole suite of its own (e2e/conservation), as many as you like; a seed draws the same again
 *   -- --use-cases                the use cases alone, provider and files faked (functions/test): a hundred operations a second
 *   -- --shrink FILE              the fewest of a failed run's operations that still fail, on the use cases
 *   -- --report FILE --port-offset N   Jest's counts as JSON; the suite's ports
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
    'port-offset': { type: 'string', default: '10000' },
  },
});

const jest = (...args) => [`${root}node_modules/.bin/jest`, '--runInBand', ...args];
const useCases = jest('--selectProjects', 'functions', '--testPathPatterns', 'test/conservation.long');
const wholeSuite = [
  ...['scripts/suite.mjs', '--local-only', '--functions', 'host', '--port-offset', values['port-offset'], '--'],
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
  // Every restore costs what its networks cost, and they are not what is tested here.
  REPLICATE_ENGINE: 'echo',
};

const isUseCases = values['use-cases'] || values.shrink;
const child = spawn(process.execPath, isUseCases ? useCases : wholeSuite, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...settings, ...(isUseCases ? { TEST_LONG: '1' } : suiteSettings) },
});
// The suite stops its services first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
