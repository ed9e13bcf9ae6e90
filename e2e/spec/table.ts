import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sentences from './sentences.json';

/** A sentence of the product specification. `note` says why a sentence without a promise needs no test. */
export interface Sentence {
  id: string;
  text: string;
  note?: string;
}

export const SENTENCES: readonly Sentence[] = sentences;

export interface TaggedTest {
  file: string;
  line: number;
  title: string;
  ids: string[];
}

const TAG = /\[spec ([\d., ]+)\]/g;
/** Tags that choose how a browser test runs. */
const RUN_TAGS = /\s*@(phone-long|phone|alone|long)\b/g;
const TITLE = /(['"`])((?:(?!\1)[^\\\n]|\\.)*\[spec [\d., ]+\](?:(?!\1)[^\\\n]|\\.)*)\1/g;

/** Folders that hold what was installed or built. */
const MADE = new Set(['node_modules', 'dist', 'build']);

/** Test files below a folder of the repository, as paths from its root. */
function testFiles(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return MADE.has(entry.name) || entry.name.startsWith('.') ? [] : testFiles(root, path);
    return /\.(test\.tsx?|spec\.ts)$/.test(entry.name) ? [path] : [];
  });
}

/** All tests whose title names sentences, as `[spec 2.21, 4.6]`. */
export function taggedTests(root: string): TaggedTest[] {
  // A folder's order is the file system's own.
  const files = testFiles(root).sort();
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return [...source.matchAll(TITLE)].map((match) => {
      const title = match[2] ?? '';
      const ids = [...title.matchAll(TAG)].flatMap((tag) => (tag[1] ?? '').split(',').map((id) => id.trim()));
      const line = source.slice(0, match.index).split('\n').length;
      return { file, line, title: title.replace(TAG, '').replace(RUN_TAGS, '').trim(), ids };
    });
  });
}

const cell = (text: string) => text.replaceAll('|', '\\|');

/** The table `sentence -> tests`, in the specification's order, as Markdown. */
export function renderTable(tests: TaggedTest[]): string {
  const rows = SENTENCES.map(({ id, text, note }) => {
    const holders = tests.filter(({ ids }) => ids.includes(id));
    const held = holders.map(({ file, title }) => `${cell(title)} (\`${file}\`)`).join('<br>');
    return `| ${id} | ${cell(text)} | ${held || (note ? `*${cell(note)}*` : '**no test**')} |`;
  });
  return ['| id | the promise | held by |', '|---|---|---|', ...rows].join('\n');
}
