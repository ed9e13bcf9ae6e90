/**
 * `npm run house`: the size and order of the repository. Lines per package (TypeScript and JavaScript, Python), the
 * largest file, cycles between folders, unused exports, and what `npm ci` has installed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const BIN = `${root}node_modules/.bin/`;
const CODE = /\.(ts|tsx|mjs|cjs|js|py)$/;
const TEST = /(\.(test|spec|shots)\.tsx?$|\/(test|testing|testdata|cases|conformance|rules)\/|^e2e\/)/;
const COUNTED = /^(packages\/[^/]+|web|functions|e2e|scripts)\//;

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const code = files
  .filter((file) => CODE.test(file))
  .map((file) => ({
    file,
    place: COUNTED.exec(file)?.[1] ?? 'root',
    lines: readFileSync(root + file, 'utf8').split('\n').length - 1,
    isTest: TEST.test(file),
  }));
const linesOf = (entries) => entries.reduce((sum, { lines }) => sum + lines, 0);
/** The command exits with an error when it finds something, so only its output counts. */
const jsonOf = (command, args) =>
  JSON.parse(spawnSync(BIN + command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 }).stdout);

console.log('place                           code     tests    files');
for (const place of [...new Set(code.map((entry) => entry.place))].sort()) {
  const here = code.filter((entry) => entry.place === place);
  const cells = [
    linesOf(here.filter(({ isTest }) => !isTest)),
    linesOf(here.filter(({ isTest }) => isTest)),
    here.length,
  ];
  console.log(`${place.padEnd(28)}${cells.map((value) => String(value).padStart(8)).join(' ')}`);
}
console.log(`${'all'.padEnd(28)}${String(linesOf(code)).padStart(8)}`);

const [largest] = [...code].sort((a, b) => b.lines - a.lines);
const cycles = jsonOf('depcruise', [
  ...['packages', 'web', 'functions', 'e2e', '--config', '.dependency-cruiser.folders.cjs', '--output-type', 'json'],
]).summary.error;
const { issues } = jsonOf('knip', ['--no-progress', '--reporter', 'json']);
const unused = (kind) => issues.reduce((sum, issue) => sum + (issue[kind]?.length ?? 0), 0);
const installed = JSON.parse(readFileSync(`${root}node_modules/.package-lock.json`, 'utf8')).packages;
const kibibytes = (folder) =>
  existsSync(`${root}${folder}`)
    ? Number(execFileSync('du', ['-sk', folder], { cwd: root, encoding: 'utf8' }).split('\t')[0])
    : 0;
// The tests unpack the browser there; npm installs nothing into it.
const installedKibibytes = kibibytes('node_modules') - kibibytes('node_modules/.cache');

const rows = {
  'largest file': `${largest.file} (${largest.lines} lines)`,
  'folder cycles': cycles,
  'unused files, exports, dependencies': ['files', 'exports', 'dependencies', 'devDependencies'].map(unused).join(', '),
  'packages installed': Object.values(installed).filter(({ link }) => !link).length,
  'size of node_modules': `${Math.round(installedKibibytes / 1024)} MiB`,
};
console.log();
for (const [name, value] of Object.entries(rows)) console.log(`${name.padEnd(36)}${value}`);
