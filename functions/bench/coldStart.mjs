/**
 * `npm run bench:cold-start`: what a new instance of the backend loads until it can serve: milliseconds of processor
 * time (median and most of eleven fresh processes), which other programs on the machine hardly change, and files. All
 * functions share one bundle, so each loads the same; the other rows are what a request loads when it first needs it.
 *
 * `npm run bench:cold-start -- FOLDER` measures the built `functions` of another checkout as well, turn by turn.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import '../build.mjs';

const RUNS = 11;
const here = fileURLToPath(new URL('..', import.meta.url));
const [other] = process.argv.slice(2);
const folders = other === undefined ? [here] : [resolve(other), here];
/** As Google sets them for a deployed function; without them the SDK refuses to define Storage triggers. */
const deployed = {
  GCLOUD_PROJECT: 'demo-heirlight',
  FIREBASE_CONFIG: JSON.stringify({ projectId: 'demo-heirlight', storageBucket: 'demo-heirlight.appspot.com' }),
};
const BUNDLE = "require('./lib/index.cjs')";
const APP = "require('firebase-admin/app').initializeApp()";
const LOADS = {
  'all functions (the bundle)': [BUNDLE],
  'then the Admin SDK': [BUNDLE, APP],
  'then Auth': [BUNDLE, APP, "require('firebase-admin/auth').getAuth()"],
  'then Firestore': [BUNDLE, APP, "require('firebase-admin/firestore').getFirestore(); require('google-gax')"],
  'then Storage': [BUNDLE, APP, "require('firebase-admin/storage').getStorage().bucket()"],
  'then Stripe': [BUNDLE, "require('stripe')"],
  'then Replicate': [BUNDLE, "require('replicate')"],
  'then sharp': [BUNDLE, "require('sharp')"],
};

/** What the last of these expressions takes in a new process that has evaluated the others. */
function measure(expressions, folder) {
  const code = `
    let before, files;
    for (const expression of ${JSON.stringify(expressions)}) {
      files = Object.keys(require.cache).length;
      before = process.cpuUsage();
      eval(expression);
    }
    const { user, system } = process.cpuUsage(before);
    const measured = { ms: (user + system) / 1000, files: Object.keys(require.cache).length - files };
    require('node:fs').writeSync(1, '\\n' + JSON.stringify(measured));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', code], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...deployed },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout.trim().split('\n').at(-1));
}

console.log(`${'loads'.padEnd(28)} median ms   most ms   files`);
for (const [name, expressions] of Object.entries(LOADS)) {
  const runs = folders.map(() => []);
  for (let run = 0; run < RUNS; run++) {
    for (const [at, folder] of folders.entries()) runs[at].push(measure(expressions, folder));
  }
  for (const [at, measured] of runs.entries()) {
    measured.sort((a, b) => a.ms - b.ms);
    const [median, most] = [measured[(RUNS - 1) / 2], measured[RUNS - 1]];
    const label = folders[at] === here ? name : `${name}, there`;
    const figures = [median.ms.toFixed(0).padStart(9), most.ms.toFixed(0).padStart(9), `${median.files}`.padStart(7)];
    console.log(`${label.padEnd(29)}${figures.join(' ')}`);
  }
}
