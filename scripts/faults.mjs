/**
 * `npm run faults`: what the backend comes back to after each fault, as two tables. The first ends each use case at
 * every named point (functions/test/faults.test.ts). The second kills the real process, and lets Firestore, Stripe and
 * Replicate fail, in a local suite of its own (e2e/services/faultStories.ts).
 *
 *   -- --use-cases       the first table only: a minute instead of ten
 *   -- --port-offset N   moves the ports of the suite
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    'use-cases': { type: 'boolean' },
    'port-offset': { type: 'string', default: process.env.TEST_PORT_OFFSET ?? '10000' },
  },
});

/** Runs one file of tests. Its table is on stdout, Jest's progress on stderr. */
function run(args, env) {
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status ?? 1;
}
const jest = [`${root}node_modules/.bin/jest`, '--runInBand', '--silent'];
// A process for each function: one that is killed takes no other along.
const suite = [
  ...['scripts/suite.mjs', '--local-only', '--functions', 'emulator', '--port-offset', values['port-offset'], '--'],
];

const useCases = run([...jest, '--selectProjects', 'functions', '--testPathPatterns', 'test/faults.test'], {
  FAULT_TABLE: '1',
});
const whole = values['use-cases']
  ? 0
  : run([...suite, ...jest, '--config', 'e2e/jest.services.config.mjs', '--testPathPatterns', 'services/faults.long'], {
      TEST_LONG: '1',
      FAULT_TABLE: '1',
      FAULT_POINT: `${root}build/fault-point`,
      RATE_LIMIT_SCALE: '1000',
    });
process.exit(useCases || whole);
