/**
 * `npm run docs:imports` writes docs/imports.md: who imports whom, as Mermaid. First the packages, then the folders of the
 * client and of the backend. Tests are left out. With `--check` it writes nothing and fails if the page is out of date.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const PAGE = `${root}docs/imports.md`;
const HEAD = `# Import graph

This page answers one question: who imports whom? \`npm run docs:imports\` writes it from the code; do not edit it by hand.
[Architecture](architecture.md) explains the layers.
`;

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

const pictures = PICTURES.map((picture) => `## ${picture.title}\n\n\`\`\`mermaid\n${draw(picture)}\n\`\`\`\n`);
const page = [HEAD, ...pictures].join('\n');

if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
else if (!existsSync(PAGE) || page !== readFileSync(PAGE, 'utf8')) {
  console.error('docs/imports.md is out of date: npm run docs:imports');
  process.exit(1);
}
