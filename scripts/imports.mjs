/**
 * `npm run docs:imports` draws who imports whom, as Mermaid, between the markers in docs/architecture.md: the packages,
 * then the folders of the client and of the backend. Tests are left out. With `--check` it writes nothing and fails if
 * the pictures are out of date.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const PAGE = `${root}docs/architecture.md`;
const BEGIN = '<!-- imports: begin (npm run docs:imports) -->';
const END = '<!-- imports: end -->';
const EMPTY_PAGE = `# Architecture\n\n${BEGIN}\n${END}\n`;

const PICTURES = [
  {
    title: 'Packages',
    folders: ['packages', 'web', 'functions', 'e2e'],
    collapse: '^(packages/[^/]+|web|functions|e2e)',
  },
  { title: 'web/src', folders: ['web/src'], collapse: '^web/src/((domain|features)/[^/]+|[^/]+)' },
  { title: 'functions/src', folders: ['functions/src'], collapse: '^functions/src/[^/]+' },
];

/** A Mermaid flowchart of the imports between folders; each collapses all files whose path begins like it. */
function draw({ folders, collapse }) {
  const options = ['--config', '.dependency-cruiser.folders.cjs', '--output-type', 'mermaid'];
  const only = `^(${folders.join('|')})/`;
  const args = [...folders, ...options, '--include-only', only, '--collapse', collapse];
  return execFileSync(`${root}node_modules/.bin/depcruise`, args, { cwd: root, encoding: 'utf8' }).trim();
}

const pictures = PICTURES.map((picture) => `### ${picture.title}\n\n\`\`\`mermaid\n${draw(picture)}\n\`\`\``).join(
  '\n\n',
);
const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : EMPTY_PAGE;
const [head, rest] = page.split(BEGIN);
const tail = rest?.split(END)[1];
if (tail === undefined) throw new Error(`docs/architecture.md must hold ${BEGIN} and ${END}`);
const drawn = `${head}${BEGIN}\n${pictures}\n${END}${tail}`;

if (!process.argv.includes('--check')) writeFileSync(PAGE, drawn);
else if (drawn !== page) {
  console.error('The pictures in docs/architecture.md are out of date: npm run docs:imports');
  process.exit(1);
}
