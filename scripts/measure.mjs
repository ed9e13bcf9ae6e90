/**
 * `npm run measure [-- WORD …]`: runs the commands that measure something and writes what they print into
 * docs/measurements.md, each as soon as it is there. With words, only the sections whose titles have one of them, with or
 * without an s at its end; the others stay as they are.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const FILE = `${root}docs/measurements.md`;
const SECTIONS = [
  { title: 'Start and memory of the local suite', command: 'npm run bench:start' },
  { title: 'Cold start of the functions', command: 'npm run bench:cold-start' },
  { title: 'What a restore costs', command: 'npm run cost', from: /Before is commit/, until: /^·/m },
  { title: 'The Firestore emulator', command: 'npm run bench:firestore' },
  { title: 'Bundle sizes of the page', command: 'npm run budget' },
  { title: 'Landing page in Lighthouse', command: 'npm run lighthouse' },
  { title: 'Visits on a slow phone', command: 'npm run bench:visit' },
  { title: 'Galleries of many photos', command: 'npm run bench:gallery' },
  { title: 'A photograph of 24 megapixels', command: 'npm run bench:photo' },
  { title: 'A result of 40 megapixels', command: 'npm run bench:viewer' },
  { title: 'Fifty photos at once', command: 'npm run bench:tray' },
  { title: 'From the database to the card', command: 'npm run bench:live' },
  { title: 'Many uploads at once', command: 'npm run bench:load' },
  { title: 'The repository', command: 'npm run house' },
  { title: 'Conformance of the Firestore emulator', command: 'npm run conformance' },
  { title: 'The Firestore emulator after half an hour of work', command: 'npm run soak' },
  { title: 'Where each fault ends', command: 'npm run faults -- --use-cases', from: /^work /m },
  { title: 'Conservation on the whole suite', command: 'npm run conservation', from: /^Conservation on/m },
  { title: 'Drawn pictures held to the photo', command: 'npm run bench:promise' },
  { title: 'Faces before and after', command: 'npm run bench:faces' },
  { title: 'What the finish costs', command: 'npm run bench:finish' },
  { title: 'The restore engine', command: 'npm run bench:engine' },
];
const HEAD = `# Measurements

This page answers one question: what do the commands print that measure the product and its emulators? They wrote it
(\`npm run measure\`); do not edit it by hand.
Machines differ and are noisy: compare figures of one section with each other, not with those of another day.
`;

const words = process.argv.slice(2).map((word) => word.toLowerCase());
/** Whole words: "start" is not "startup". */
const hasWord = ({ title }, word) =>
  title
    .toLowerCase()
    .match(/\w+/g)
    .some((one) => [word, `${word}s`].includes(one));
const isChosen = (section) => words.length === 0 || words.some((word) => hasWord(section, word));
const unknown = words.filter((word) => !SECTIONS.some((section) => hasWord(section, word)));
if (unknown.length > 0) throw new Error(`No section's title has the word ${unknown.join(', ')}`);

/** What the suite prints before the command that it is started for. */
const SUITE_START = /^Starting the local suite…\n[\s\S]*^Started in .*\n/m;

/** What a command prints, from the first match of `from` on, up to the first of `until` behind it. */
function measured({ command, from, until }) {
  const [program, ...args] = command.split(' ');
  const { status, stdout, stderr } = spawnSync(program, [...args.slice(0, 1), '--silent', ...args.slice(1)], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${command} failed:\n${stdout}\n${stderr}`);
  const printed = stripVTControlCharacters(stdout).replace(SUITE_START, '');
  const begun = printed.slice(from ? Math.max(printed.search(from), 0) : 0);
  const end = until ? begun.search(until) : -1;
  return (end < 0 ? begun : begun.slice(0, end)).trim();
}

const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
const today = new Date().toISOString().slice(0, 10);
const written = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
const sections = SECTIONS.map(({ title }) =>
  written
    .split(/^(?=## )/m)
    .find((section) => section.startsWith(`## ${title}\n`))
    ?.trimEnd(),
);

for (const [index, section] of SECTIONS.entries()) {
  if (!isChosen(section)) continue;
  console.log(`Measuring: ${section.title} (${section.command})`);
  const output = measured(section);
  sections[index] =
    `## ${section.title}\n\n${today}, ${machine}: \`${section.command}\`\n\n\`\`\`text\n${output}\n\`\`\``;
  writeFileSync(FILE, `${[HEAD.trimEnd(), ...sections.filter(Boolean)].join('\n\n')}\n`);
}
