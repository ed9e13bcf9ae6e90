/** Reads what the test runners report, and what `npm test` and `npm run test:long` counted. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** Where a run leaves its totals for `.ci/run`. */
export const totalsFile = (isLong) => `${root}build/tests/totals${isLong ? '-long' : ''}.json`;

/** The line that ends a run. Skipped tests are in the table only. */
export const totalLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`;

/** The totals of one run; a run that left none counts as one failure. */
export const readTotals = (isLong) =>
  read(totalsFile(isLong)) ?? { passed: 0, failed: 1, failures: ['the run left no totals: it was ended'] };

/** Names what failed, at the end of the output: whoever reads a long log may have its end only. */
export function printFailures(failures) {
  for (const failure of failures) console.log(`failed: ${failure}`);
}

/** Where it failed, and the first line of why. */
const failureLine = (file, title, message) =>
  `${file} › ${title}: ${stripVTControlCharacters(String(message)).trim().split('\n', 1)[0]}`;

/** Counts and seconds per file of a Jest run, or undefined if it wrote no report. */
export function readJestReport(file) {
  const report = read(file);
  if (!report) return undefined;
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests,
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
    flaky: tests
      .filter(({ status, invocations }) => status === 'passed' && invocations > 1)
      .map(({ fullName }) => fullName),
    failures: report.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed');
      const lines = failed.map(({ fullName, failureMessages }) =>
        failureLine(relative(root, name), fullName, failureMessages[0]),
      );
      return status === 'failed' && lines.length === 0
        ? [failureLine(relative(root, name), 'as a file', message)]
        : lines;
    }),
  };
}

/** All specs of a Playwright suite and of the suites in it. */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/** Counts and seconds per file of a Playwright run, or undefined if it wrote no report. */
export function readPlaywrightReport(file) {
  const report = read(file);
  if (!report) return undefined;
  const { expected, flaky, unexpected, skipped } = report.stats;
  const specs = report.suites.flatMap(specsOf);
  const results = ({ tests }) => tests.flatMap((test) => test.results);
  const seconds = new Map();
  for (const spec of specs) {
    const spent = results(spec).reduce((sum, { duration }) => sum + duration / 1000, 0);
    seconds.set(spec.file, (seconds.get(spec.file) ?? 0) + spent);
  }
  return {
    passed: expected + flaky,
    failed: unexpected + report.errors.length,
    skipped,
    files: [...seconds].map(([name, spent]) => ({ file: `e2e/browser/${name}`, seconds: spent })),
    flaky: specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title),
    failures: [
      ...specs.flatMap((spec) =>
        spec.tests
          .filter(({ status }) => status === 'unexpected')
          .map(({ results, projectName }) =>
            failureLine(`e2e/browser/${spec.file}`, `${spec.title} (${projectName})`, results.at(-1)?.error?.message),
          ),
      ),
      ...report.errors.map(({ message }) => failureLine('playwright', 'before the tests', message)),
    ],
  };
}
