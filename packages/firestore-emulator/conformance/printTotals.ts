/**
 * `npm run conformance`: runs every conformance test and prints how many passed, by SDK and transport. Fails when one
 * failed. With FIRESTORE_CONFORMANCE_HOST the cases run against another Firestore.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const SDKS = ['firebase-admin', '@google-cloud/firestore', 'firebase', '@firebase/rules-unit-testing'] as const;

interface Report {
  numRuntimeErrorTestSuites: number;
  testResults: { assertionResults: { ancestorTitles: [string, ...string[]]; status: string }[] }[];
}

function runTests(): Report {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const file = join(folder, 'report.json');
  // Instead of the pattern that leaves the long tests out.
  const which = ['--testMatch', '**/conformance/*.test.ts', '--testPathIgnorePatterns', '/node_modules/'];
  const jest = [fileURLToPath(import.meta.resolve('jest/bin/jest')), '--runInBand', '--silent', ...which];
  // Jest tells of its progress on stderr.
  spawnSync(process.execPath, [...jest, '--json', '--outputFile', file], {
    cwd: PACKAGE,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const report = runTests();
const rows = new Map<string, { passed: number; failed: number }>();
for (const { ancestorTitles, status } of report.testResults.flatMap(({ assertionResults }) => assertionResults)) {
  const row = rows.get(ancestorTitles[0]) ?? { passed: 0, failed: 0 };
  row[status === 'passed' ? 'passed' : 'failed'] += 1;
  rows.set(ancestorTitles[0], row);
}
const all = [...rows.values()];
const total = { passed: sum(all, 'passed'), failed: sum(all, 'failed') };

console.log(SDKS.map((name) => `${name} ${manifest.devDependencies[name]}`).join(', '));
console.log(`\n${'SDK and transport'.padEnd(56)}${cells('cases', 'passed', 'failed')}`);
const byName = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
for (const [name, { passed, failed }] of [...byName, ['all', total] as const]) {
  console.log(`${name.padEnd(56)}${cells(passed + failed, passed, failed)}`);
}
console.log(`
Left out: listeners over REST (the lite SDK has none, firebase-admin uses gRPC for them), -0 with firebase-admin over
REST (it writes 0), refused transactions with the lite SDK (it tries them again).`);
process.exit(total.failed + report.numRuntimeErrorTestSuites > 0 ? 1 : 0);

function sum(counts: { passed: number; failed: number }[], key: 'passed' | 'failed'): number {
  return counts.reduce((found, each) => found + each[key], 0);
}
function cells(...values: (string | number)[]): string {
  return values.map((value) => String(value).padStart(8)).join('');
}
