/**
 * `npm run build:wasm`: compiles the arithmetic that is written in AssemblyScript, each to a module that holds its bytes and
 * says of which source they are. `--check` only compares sources (part of `npm run lint`).
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installTool } from './installTool.mjs';

const MODULES = [
  { source: 'packages/imaging/assembly/layers.ts', made: 'packages/imaging/src/faces/layersWasm.ts' },
  { source: 'functions/assembly/boxMean.ts', made: 'functions/src/restore/tools/finish/boxMeanWasm.ts' },
];
const OPTIONS = ['-O3', '--runtime', 'stub', '--noAssert', '--enable', 'simd'];
const root = fileURLToPath(new URL('..', import.meta.url));

const headOf = (source) =>
  `// ${source}, SHA-256 ${createHash('sha256')
    .update(readFileSync(root + source))
    .digest('hex')}: npm run build:wasm\n`;

function bytesOf(source) {
  const compiler = `${installTool('assemblyscript')}node_modules/assemblyscript/bin/asc.js`;
  const output = `${root}build/module.wasm`;
  execFileSync(process.execPath, [compiler, root + source, ...OPTIONS, '-o', output], { stdio: 'inherit' });
  return readFileSync(output);
}

for (const { source, made } of MODULES) {
  if (!process.argv.includes('--check')) {
    const bytes = bytesOf(source).toString('base64');
    writeFileSync(root + made, `${headOf(source)}/** Base64. */\nexport default '${bytes}';\n`);
  } else if (!readFileSync(root + made, 'utf8').startsWith(headOf(source))) {
    console.error(`${source} has changed since ${made} was made: npm run build:wasm`);
    process.exitCode = 1;
  }
}
