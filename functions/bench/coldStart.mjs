/**
 * `npm run bench:cold-start`: how long a new instance of the backend takes until it can serve, in milliseconds: median
 * and slowest of eleven fresh processes, beside an empty Node process. All functions share one bundle, so each loads the
 * same; the other rows are what a function loads when it first needs it.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import '../build.mjs';

const RUNS = 11;
const folder = fileURLToPath(new URL('..', import.meta.url));
/** As Google sets them for a deployed function; without them the SDK refuses to define Storage triggers. */
const deployed = {
  GCLOUD_PROJECT: 'demo-heirlight',
  FIREBASE_CONFIG: JSON.stringify({ projectId: 'demo-heirlight', storageBucket: 'demo-heirlight.appspot.com' }),
};
const LOADS = {
  'all functions (the bundle)': "require('./lib/index.cjs')",
  'then Firestore': "require('firebase-admin/firestore').getFirestore(require('firebase-admin/app').initializeApp())",
  'then Storage':
    "require('firebase-admin/storage').getStorage(require('firebase-admin/app').initializeApp()).bucket()",
  'then Auth': "require('firebase-admin/auth').getAuth(require('firebase-admin/app').initializeApp())",
  'then Stripe': "require('stripe')",
  'then Replicate': "require('replicate')",
  'then sharp': "require('sharp')",
};

/** Milliseconds that the last of these expressions takes in a new process that has evaluated the others. */
function millisecondsFor(expressions) {
  const code = `let t; for (const e of ${JSON.stringify(expressions)}) { t = performance.now(); eval(e); t = performance.now() - t; }
    require('node:fs').writeSync(1, '\\n' + t);`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', code], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...deployed },
  });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout.trim().split('\n').at(-1));
}

const [bundle] = Object.values(LOADS);
const rows = Object.entries(LOADS).map(([name, load]) => {
  const times = Array.from({ length: RUNS }, () => millisecondsFor(load === bundle ? [load] : [bundle, load]));
  times.sort((a, b) => a - b);
  return [name, times[(RUNS - 1) / 2], times[RUNS - 1]];
});
console.log(`${'loads, ms'.padEnd(28)}  median  slowest`);
for (const [name, median, slowest] of rows)
  console.log(`${name.padEnd(28)}${median.toFixed(0).padStart(8)}${slowest.toFixed(0).padStart(9)}`);
