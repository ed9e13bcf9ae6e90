/**
 * Writes the index of docs/decisions: a row for each file, by its date and its headline. With `--check` it writes nothing
 * and fails if the index is out of date; `npm run lint` does so.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../docs/decisions/', import.meta.url));
const INDEX = `${folder}README.md`;
const HEAD = `# Decisions

One dated file each: context, choice, alternatives, and what would change it. At most 25 lines. \`npm run docs:decisions\`
writes this index.
`;

const rows = readdirSync(folder)
  .filter((file) => /^\d{4}-\d{2}-\d{2}-.+\.md$/.test(file))
  .sort()
  .map((file) => {
    const headline = /^# (.+)$/m.exec(readFileSync(folder + file, 'utf8'))?.[1];
    if (!headline) throw new Error(`docs/decisions/${file} has no headline`);
    return `- ${file.slice(0, 10)} [${headline}](${file})`;
  });
const index = `${HEAD}\n${rows.join('\n')}\n`;

if (!process.argv.includes('--check')) writeFileSync(INDEX, index);
else if (index !== readFileSync(INDEX, 'utf8')) {
  console.error('docs/decisions/README.md is out of date: npm run docs:decisions');
  process.exit(1);
}
