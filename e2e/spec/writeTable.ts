/** `npm run spec:table`: writes the table of sentences and tests into e2e/README.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { renderTable, taggedTests, withTable } from './table';

const readme = 'e2e/README.md';
writeFileSync(readme, withTable(readFileSync(readme, 'utf8'), renderTable(taggedTests('.'))));
