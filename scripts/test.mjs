/**
 * `npm test`: everything that must hold, one step after another (two cores are enough), then one line of totals.
 * Each step says how many of its own tests passed; a step that dies without saying so counts as one failure.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const BIN = `${root}node_modules/.bin/`;
/** Away from the usual ports, so that tests run beside a suite somebody works with. */
const TEST_PORT_OFFSET = '10000';
const JEST_REPORT = `${root}build/jest-unit.json`;
const JEST_SUITE_REPORT = `${root}build/jest-suite.json`;
const CONSERVATION_REPORT = `${root}build/jest-conservation.json`;
const PLAYWRIGHT_REPORT = `${root}build/playwright.json`;

let running;
/** Runs a command in its own process group, so that an interrupted run can take all of it along. */
function run(command, args, env = {}) {
  return new Promise((resolve) => {
    running = spawn(command, args, { cwd: root, stdio: 'inherit', detached: true, env: { ...process.env, ...env } });
    running.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    running.once('exit', (code, signal) => resolve(signal ? 1 : code));
  });
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    const end = () => process.exit(128 + constants.signals[signal]);
    if (!running?.pid || running.exitCode !== null || running.signalCode !== null) end();
    running.once('exit', end);
    process.kill(-running.pid, 'SIGTERM');
  });
}

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

function jestCounts(file) {
  const report = readReport(file);
  if (!report) return undefined;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests,
  };
}
/** Names of the tests that passed only on their second try. */
function secondTries(file) {
  const tests = (readReport(file)?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults);
  return tests
    .filter(({ status, invocations }) => status === 'passed' && invocations > 1)
    .map(({ fullName }) => fullName);
}
function playwrightCounts(file) {
  const stats = readReport(file)?.stats;
  return stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/** The backend dies where a test writes into this file (functions/src/platform/faultPoints.ts), and all tests share one address. */
const TEST_ENVIRONMENT = { FAULT_POINT: `${root}build/fault-point`, RATE_LIMIT_SCALE: '1000' };
const suite = (...command) => {
  const args = ['scripts/suite.mjs', '--local-only', '--port-offset', TEST_PORT_OFFSET, '--', ...command];
  return run(process.execPath, args, TEST_ENVIRONMENT);
};

const steps = [
  // Without a browser nothing else is tried: half the tests would fail for it, after minutes.
  { name: 'browser', run: () => run(`${BIN}tsx`, ['packages/test-browser/src/check.ts']), isNeeded: true },
  { name: 'types', run: () => run(`${BIN}tsc`, ['-b']) },
  { name: 'lint', run: () => run(`${BIN}biome`, ['ci', '.', '--diagnostic-level=warn']) },
  {
    name: 'import directions',
    run: () => run(`${BIN}depcruise`, ['packages', 'web', 'functions', 'e2e', '--config', '.dependency-cruiser.cjs']),
  },
  { name: 'build backend', run: () => run('npm', ['run', 'build', '-w', 'functions', '--silent']) },
  {
    name: 'unit',
    run: () =>
      run(`${BIN}jest`, [
        '--config',
        'jest.config.mjs',
        '--json',
        '--outputFile',
        JEST_REPORT,
        '--maxWorkers',
        '2',
        '--silent',
      ]),
    counts: () => jestCounts(JEST_REPORT),
  },
  {
    name: 'suite',
    run: () => suite(process.execPath, 'scripts/testOnSuite.mjs'),
    counts: () => {
      const parts = [jestCounts(JEST_SUITE_REPORT), playwrightCounts(PLAYWRIGHT_REPORT)];
      if (parts.some((part) => !part)) return undefined;
      return parts.reduce((sum, part) => ({
        passed: sum.passed + part.passed,
        failed: sum.failed + part.failed,
        skipped: sum.skipped + part.skipped,
      }));
    },
  },
  {
    name: 'conservation',
    run: () =>
      run(process.execPath, [
        ...['scripts/conservation.mjs', '--report', CONSERVATION_REPORT],
        ...['--port-offset', TEST_PORT_OFFSET],
      ]),
    counts: () => jestCounts(CONSERVATION_REPORT),
  },
  { name: 'bundle budget', run: () => run('npm', ['run', 'budget', '-w', 'web', '--silent']) },
];

const only = process.argv.slice(2);
for (const word of only) {
  if (steps.some(({ name }) => name.startsWith(word))) continue;
  console.error(`No step begins with "${word}". The steps: ${steps.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
mkdirSync(`${root}build`, { recursive: true });
for (const file of [JEST_REPORT, JEST_SUITE_REPORT, CONSERVATION_REPORT, PLAYWRIGHT_REPORT]) {
  rmSync(file, { force: true });
}

const rows = [];
for (const step of steps) {
  if (only.length > 0 && !only.some((word) => step.name.startsWith(word))) continue;
  console.log(`\n── ${step.name}`);
  const started = Date.now();
  const code = await runStep(step);
  rows.push({ name: step.name, seconds: (Date.now() - started) / 1000, ...code });
  if (step.isNeeded && code.failed > 0) break;
}

/** A step's exit code has the last word: all tests green and a non-zero end is still a failure. */
async function runStep(step) {
  const code = await step.run();
  const counts = step.counts ? step.counts() : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  if (!counts) return { passed: 0, failed: 1, skipped: 0 };
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

console.log('\nstep                    passed  failed  skipped  seconds');
for (const { name, passed, failed, skipped, seconds } of rows) {
  console.log(
    `${name.padEnd(22)} ${String(passed).padStart(7)} ${String(failed).padStart(7)} ${String(skipped).padStart(8)} ${seconds.toFixed(0).padStart(8)}`,
  );
}
for (const name of secondTries(JEST_SUITE_REPORT)) console.log(`flaky, passed on its second try: ${name}`);
const total = (key) => rows.reduce((sum, row) => sum + row[key], 0);
console.log(
  `\n${total('passed')} passed, ${total('failed')} failed${total('skipped') ? `, ${total('skipped')} skipped` : ''}`,
);
process.exit(total('failed') === 0 ? 0 : 1);
