/**
 * What a first visit downloads, and what each later request adds, from the built page. Fails above the budgets.
 * Run `npm run budget -w web` after `npm run build -w web`. Sizes are gzip, in kB of 1000 bytes.
 */
import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const BUDGET_KB = {
  'first-load JavaScript': 131,
  'then at once: following the session': 10,
  'HTML with critical styles': 20,
  fonts: 60,
};
/** What must never be part of the first load, by what its code says. */
const FORBIDDEN_FIRST = [/firebaseapp|identitytoolkit/, /js\.stripe\.com/, /SnackbarProvider|notistack/];

const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', dist), 'utf8'));
const bytes = (file) => readFile(new URL(file, dist));
const gzipKb = async (file) => gzipSync(await bytes(file), { level: 9 }).length / 1000;

/** The files that arrive with this manifest entry: itself and what it imports statically. */
function withImports(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) withImports(imported, seen);
  return seen;
}

const first = withImports('index.html');
const rows = [];
const problems = [];

let script = 0;
for (const key of first) {
  const { file } = manifest[key];
  script += await gzipKb(file);
  const code = (await bytes(file)).toString();
  for (const pattern of FORBIDDEN_FIRST)
    if (pattern.test(code)) problems.push(`${file} is loaded first but contains ${pattern}`);
}
rows.push(['first-load JavaScript', script]);
/** The chunk of `src/domain/domain.ts`. Lazy code shares it, so the manifest does not list it by its source. */
const domain = Object.keys(manifest).find((key) => manifest[key].name === 'domain');
if (!domain) throw new Error('The build has no chunk "domain"');
let follow = 0;
const NEW_VERSION = 'src/app/newVersion.ts';
for (const key of withImports(NEW_VERSION, withImports(domain)))
  if (!first.has(key)) follow += await gzipKb(manifest[key].file);
rows.push(['then at once: following the session', follow]);
rows.push(['HTML with critical styles', await gzipKb('index.html')]);

const html = (await bytes('index.html')).toString();
let fonts = 0;
for (const [, url] of html.matchAll(/<link rel="preload" href="([^"]+)" as="font"/g))
  fonts += (await bytes(`.${url}`)).length / 1000;
rows.push(['fonts', fonts]);

for (const [what, kb] of rows) {
  if (kb > BUDGET_KB[what]) problems.push(`${what}: ${kb.toFixed(1)} kB, budget ${BUDGET_KB[what]} kB`);
}

/** Asked for later: what this entry adds to the first load. */
const later = [];
for (const [key, entry] of Object.entries(manifest)) {
  if (!entry.isDynamicEntry || key === domain || key === NEW_VERSION) continue;
  let added = 0;
  for (const part of withImports(key)) if (!first.has(part)) added += await gzipKb(manifest[part].file);
  later.push([entry.name ?? key, added]);
}
later.sort((a, b) => b[1] - a[1]);

const print = ([what, kb], limit) =>
  console.log(`${what.padEnd(38)}${kb.toFixed(1).padStart(8)} kB${limit ? `   budget ${limit} kB` : ''}`);
console.log('First visit, signed out');
for (const row of rows) print(row, BUDGET_KB[row[0]]);
console.log('\nAdded when asked for');
for (const row of later) print(row);
const files = await readdir(new URL('assets/', dist));
console.log(`\n${files.length} files in dist/assets`);

for (const problem of problems) console.error(`OVER BUDGET  ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
