/** Ends `.ci/run`: one line with what `npm test` and `npm run test:long` counted together. */
import { printFailures, readTotals, totalLine } from './testReports.mjs';

const runs = [readTotals(false), readTotals(true)];
const total = (key) => runs.reduce((sum, run) => sum + run[key], 0);
const totals = { passed: total('passed'), failed: total('failed') };
printFailures(runs.flatMap(({ failures }) => failures));
console.log(totalLine(totals));
process.exit(totals.failed === 0 ? 0 : 1);
