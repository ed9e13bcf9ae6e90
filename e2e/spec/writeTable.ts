/** `npm run spec:table`: writes which test holds which sentence of the specification to build/spec-table.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { renderTable, taggedTests } from './table';

const FILE = 'build/spec-table.md';
mkdirSync('build', { recursive: true });
writeFileSync(FILE, `# Which test holds which sentence\n\n${renderTable(taggedTests('.'))}\n`);
console.log(`Wrote ${FILE}`);
