/**
 * `npm test [step ...]` runs everything that must hold; `npm run test:long` (`--long`) runs the long tests. A step
 * named on the command line runs alone; the first letters are enough.
 *
 * The steps run in two lanes, because the tests of the product wait for their services a third of the time. One lane
 * prints as it goes; what the steps beside it print appears when each ends.
 *
 * Prints the time of each step and of the ten slowest test files. The last line is `N passed, N failed`. A step without
 * tests of its own counts as one test, and a step that ends without its report as one failure.
 *
 * TEST_PORT_OFFSET moves the ports of the local suite that the tests start (default 10000).
 */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from './bareEnvironment.mjs';
import { node22 as pathOfNode22 } from './node22.mjs';
import { printFailures, readJestReport, readPlaywrightReport, totalLine, totalsFile } from './testReports.mjs';
import { V8_FOR_TESTS } from './v8ForTests.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const BIN = `${root}node_modules/.bin/`;
/** Away from the usual ports, so that tests run beside a suite that somebody works with. */
const PORT_OFFSET = process.env.TEST_PORT_OFFSET ?? '10000';
const SLOWEST = 10;
/** Longer than an interrupted local suite takes: 8 s for the command it runs, 8 s for its services. */
const GRACE_MS = 20_000;
/** The tests of the product wait for clocks, the steps beside them only calculate: those take what is left. */
const NICENESS_BESIDE = 5;
/** Of the unit tests. On a larger machine two processors are left to the product's tests. */
const WORKERS = Math.max(2, availableParallelism() - 2);
const JEST = [`${BIN}jest`, '--config', 'jest.config.mjs', '--silent', `--maxWorkers=${WORKERS}`];

const [words, isLong] = [process.argv.slice(2).filter((word) => word !== '--long'), process.argv.includes('--long')];
const report = (name) => `${root}build/tests/${name}${isLong ? '-long' : ''}.json`;

const running = new Set();
let ending = false;
/**
 * Runs a command in a process group of its own, so that an interrupted run can end all of it. Resolves to the
 * exit code.
 *
 * @param step what it belongs to: `output` is the file descriptor that takes what it prints, the terminal by default
 */
function run({ output = 'inherit', isBeside = false }, command, args, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', output, output], detached: true, env });
    running.add(child);
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    if (isBeside) child.once('spawn', () => setPriority(child.pid, NICENESS_BESIDE));
    child.once('exit', (code, signal) => {
      // What is left of its group is ended with an interrupted run, which has no next step.
      if (ending) return;
      running.delete(child);
      resolve(signal ? 1 : code);
    });
  });
}

/** Sends a signal to the running commands' process groups; 0 only asks. Returns false when nothing of them is left. */
function signalGroups(signal) {
  const sent = [...running].map((child) => {
    try {
      return child.pid !== undefined && process.kill(-child.pid, signal);
    } catch {
      return false;
    }
  });
  return sent.includes(true);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, async () => {
    // npm passes on a Ctrl-C that the terminal has already sent to everybody.
    if (ending) return;
    ending = true;
    signalGroups('SIGTERM');
    const deadline = Date.now() + GRACE_MS;
    while (signalGroups(0) && Date.now() < deadline) await sleep(50);
    signalGroups('SIGKILL');
    process.exit(128 + constants.signals[signal]);
  });
}

const bareFolder = `${root}build/bare/${process.pid}`;
const bare = bareEnvironment(bareFolder);
process.on('exit', () => rmSync(bareFolder, { recursive: true, force: true }));
/** Runs tests with nothing but Node around them: every run shows that they need nothing else. */
const runTests = (step, command, args, env = {}) =>
  run(step, command, args, { ...bare, TEST_PORT_OFFSET: PORT_OFFSET, ...(isLong ? { TEST_LONG: '1' } : {}), ...env });

// Without a browser half the tests would fail, after minutes; so it comes first and alone.
const browser = {
  name: 'browser',
  run: (step) =>
    runTests(step, process.execPath, [
      ...['--import', 'tsx', '--input-type', 'module'],
      ...['--eval', "await import('@heirlight/test-browser/check')"],
    ]),
};
const unit = {
  name: 'unit',
  run: (step) => runTests(step, process.execPath, [...V8_FOR_TESTS, ...JEST, '--json', '--outputFile', report('unit')]),
  reports: () => [readJestReport(report('unit'))],
};
/**
 * Tests of the running product, on a local suite of their own.
 *
 * @param functions `host`, as `npm start` has it: three processes serve all, in production's runtime. `emulator`:
 *   firebase-tools' starts a process for each, which can be killed at any point
 */
const product = (name, functions, { services, pages }) => ({
  name,
  run: (step) =>
    runTests(
      step,
      process.execPath,
      [
        ...['scripts/suite.mjs', '--local-only', '--port-offset', PORT_OFFSET],
        ...['--functions', functions],
        ...['--', process.execPath, 'scripts/testProduct.mjs'],
        ...(services ? ['--services', report('services')] : []),
        ...(pages ? ['--pages', report('browser')] : []),
      ],
      // A backend process that reaches the fault point named in this file dies. All tests share one address.
      { FAULT_POINT: `${root}build/fault-point`, RATE_LIMIT_SCALE: '1000' },
    ),
  reports: () => [
    ...(services ? [readJestReport(report('services'))] : []),
    ...(pages ? [readPlaywrightReport(report('browser'))] : []),
  ],
});
const script = (name, script, ...args) => ({
  name,
  run: (step) => run(step, 'npm', ['run', script, '--silent', ...args]),
});
const conservation = {
  name: 'conservation',
  run: (step) =>
    runTests(step, process.execPath, [
      ...['scripts/conservation.mjs', '--report', report('conservation'), '--port-offset', PORT_OFFSET],
      // A sample, drawn anew in every run. `npm run conservation` takes ten times as many.
      ...['--operations', '1000'],
    ]),
  reports: () => [readJestReport(report('conservation'))],
};
/**
 * The backend's tests of what a Node brings or a package builds on it (SDKs, pictures, signatures, streams, processes),
 * under the Node that it is deployed on. The rest is arithmetic that runs as well on the one of `npm test`.
 */
const NODE22_TESTS =
  'functions/(src/(platform|saving|index|payments/(createCheckout|listPurchases|payments))|test/(bundle|contracts|faults)|scripts)';
const node22 = {
  name: 'node22',
  run: (step) => {
    let node;
    try {
      node = pathOfNode22();
    } catch (error) {
      console.error(error.message);
      return 1;
    }
    return runTests(
      step,
      node,
      [
        ...[...JEST, '--selectProjects', 'functions', '--testPathPatterns', NODE22_TESTS],
        ...['--json', '--outputFile', report('node22')],
      ],
      { TEST_LONG: '' },
    );
  },
  reports: () => [readJestReport(report('node22'))],
};
/** Suites that start and stop. */
const lifecycle = {
  name: 'lifecycle',
  run: (step) =>
    runTests(step, `${BIN}jest`, [
      ...['--config', 'e2e/jest.lifecycle.config.mjs', '--runInBand'],
      ...['--json', '--outputFile', report('lifecycle')],
    ]),
  reports: () => [readJestReport(report('lifecycle'))],
};
/** Steps that run beside others, in lanes, and those that run alone afterwards. The first lane prints as it goes. */
const [lanes, afterwards] = isLong
  ? [
      [
        // Each suite that the first of them starts builds the client anew: before the pages are open, not beside them.
        [
          lifecycle,
          product('services', 'emulator', { services: true }),
          product('pages', 'host', { pages: true }),
          conservation,
        ],
        [unit, node22],
      ],
      [],
    ]
  : // The budget weighs the client that the suite has built.
    [[[product('product', 'host', { services: true, pages: true })], [unit]], [script('budget', 'budget')]];
const steps = [browser, ...lanes.flat(), ...afterwards];

for (const word of words) {
  if (steps.some(({ name }) => name.startsWith(word))) continue;
  console.error(`No step begins with "${word}". The steps: ${steps.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
rmSync(totalsFile(isLong), { force: true });
for (const name of ['unit', 'services', 'browser', 'conservation', 'lifecycle', 'node22'])
  rmSync(report(name), { force: true });
mkdirSync(`${root}build/tests`, { recursive: true });

/** What a step counts. One that ends with an error has failed, even when all of its tests passed. */
function countsOf(step, code) {
  const asOne = `${step.name}: ended with ${code}`;
  if (!step.reports) {
    const failed = code === 0 ? 0 : 1;
    return { passed: 1 - failed, failed, skipped: 0, files: [], flaky: [], failures: failed ? [asOne] : [] };
  }
  const parts = step.reports();
  const sum = (key) => parts.reduce((total, part) => total + (part?.[key] ?? 0), 0);
  const missing = parts.filter((part) => !part).length;
  const failed = sum('failed') + missing;
  const isSilent = code !== 0 && failed === 0;
  return {
    passed: sum('passed'),
    failed: isSilent ? 1 : failed,
    skipped: sum('skipped'),
    failures: [
      ...parts.flatMap((part) => part?.failures ?? [`${step.name}: a report is missing`]),
      ...(isSilent ? [asOne] : []),
    ],
    files: parts.flatMap((part) => part?.files ?? []),
    flaky: parts.flatMap((part) => part?.flaky ?? []),
  };
}

const isChosen = ({ name }) => words.length === 0 || words.some((word) => name.startsWith(word));
const rows = [];
/** Runs one step and counts it; one that runs beside another prints when it has ended. */
async function runStep(step, isBeside) {
  const log = `${root}build/tests/${step.name}.log`;
  const output = isBeside ? openSync(log, 'w') : undefined;
  if (!isBeside) console.log(`\n── ${step.name}`);
  const started = Date.now();
  const code = await step.run({ output, isBeside });
  if (isBeside) {
    closeSync(output);
    console.log(`\n── ${step.name}\n${readFileSync(log, 'utf8')}`);
  }
  rows.push({ name: step.name, seconds: (Date.now() - started) / 1000, ...countsOf(step, code) });
}

const started = Date.now();
if (isChosen(browser)) await runStep(browser, false);
if (rows.every(({ failed }) => failed === 0)) {
  const chosen = lanes.map((lane) => lane.filter(isChosen)).filter((lane) => lane.length > 0);
  await Promise.all(
    chosen.map(async (lane, index) => {
      for (const step of lane) await runStep(step, index > 0);
    }),
  );
  for (const step of afterwards.filter(isChosen)) await runStep(step, false);
}

const total = (key) => rows.reduce((sum, row) => sum + row[key], 0);
const totals = { passed: total('passed'), failed: total('failed'), skipped: total('skipped') };
const cell = (value) => String(value).padStart(8);

console.log(`\nstep          ${['passed', 'failed', 'skipped', 'seconds'].map(cell).join('')}`);
for (const { name, passed, failed, skipped, seconds } of [
  ...rows,
  { name: 'all', ...totals, seconds: (Date.now() - started) / 1000 },
]) {
  console.log(`${name.padEnd(14)}${[passed, failed, skipped, seconds.toFixed(0)].map(cell).join('')}`);
}
const files = rows.flatMap((row) => row.files).sort((a, b) => b.seconds - a.seconds);
if (files.length > 0) console.log(`\nslowest test files${cell('seconds').padStart(12)}`);
for (const { file, seconds } of files.slice(0, SLOWEST)) console.log(`${cell(seconds.toFixed(1))}  ${file}`);
for (const name of rows.flatMap((row) => row.flaky)) console.log(`flaky, passed on its second try: ${name}`);

const failures = rows.flatMap((row) => row.failures);
writeFileSync(totalsFile(isLong), JSON.stringify({ ...totals, failures }));
console.log('');
printFailures(failures);
console.log(totalLine(totals));
process.exit(totals.failed === 0 ? 0 : 1);
