/**
 * `npm run docs:decisions` writes the index of docs/decisions: a row for each file, by its date and its headline. It
 * fails when no file outside of the folder links a decision, when a file links one that is gone, or when one is longer
 * than a page. With `--check` it writes nothing and also fails if the index is out of date; `npm run lint` does so.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = 'docs/decisions/';
const INDEX = `${FOLDER}README.md`;
const MOST_LINES = 25;
const HEAD = `# Decisions

One dated file each: context, choice, alternatives, and what would change it. At most ${MOST_LINES} lines. The code or the
page that a decision explains links it. \`npm run docs:decisions\` writes this index.
`;
/** A decision's file, as any link names it. The expression is one that git understands as well. */
const NAME = '20[0-9]{2}-[0-9]{2}-[0-9]{2}-[a-z0-9-]+\\.md';

const textOf = (file) => readFileSync(root + file, 'utf8');
const decisions = readdirSync(root + FOLDER)
  .filter((file) => new RegExp(`^${NAME}$`).test(file))
  .sort();

/** Every name of a decision in the repository: `{ from, to }`, but those of the index. */
function links() {
  const args = ['grep', '--untracked', '-IoE', '-e', NAME, '--', '.', `:!${INDEX}`];
  const { stdout, stderr, status } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status > 1) throw new Error(`git grep failed: ${stderr}`);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ from: line.slice(0, line.lastIndexOf(':')), to: line.slice(line.lastIndexOf(':') + 1) }));
}

function headlineOf(file) {
  const headline = /^# (.+)$/m.exec(textOf(FOLDER + file))?.[1];
  if (!headline) throw new Error(`${FOLDER}${file} has no headline`);
  return headline;
}

const named = links();
const explains = new Set(named.filter(({ from }) => !from.startsWith(FOLDER)).map(({ to }) => to));
const rows = decisions.map((file) => `- ${file.slice(0, 10)} [${headlineOf(file)}](${file})`);
const index = `${HEAD}\n${rows.join('\n')}\n`;
const isCheck = process.argv.includes('--check');
if (!isCheck) writeFileSync(root + INDEX, index);

const wrong = [
  ...decisions.filter((file) => !explains.has(file)).map((file) => `${FOLDER}${file} is linked from nowhere`),
  ...named.filter(({ to }) => !decisions.includes(to)).map(({ from, to }) => `${from} links ${to}, which is gone`),
  ...decisions
    .filter((file) => textOf(FOLDER + file).split('\n').length - 1 > MOST_LINES)
    .map((file) => `${FOLDER}${file} has more than ${MOST_LINES} lines`),
  ...(!existsSync(root + INDEX) || textOf(INDEX) !== index ? [`${INDEX} is out of date: npm run docs:decisions`] : []),
];
for (const line of wrong) console.error(line);
if (wrong.length > 0) process.exit(1);
