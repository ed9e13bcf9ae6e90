/**
 * `npm run build:inline`: makes src/app/inlineScript.ts of inline.ts, and allows its hash in firebase.json's
 * Content-Security-Policy. `--check` only compares (part of `npm run lint`).
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const { output } = await build({
  root: fileURLToPath(new URL('..', import.meta.url)),
  configFile: false,
  logLevel: 'warn',
  build: {
    write: false,
    target: 'es2022',
    modulePreload: false,
    // It imports constants only.
    rolldownOptions: {
      input: 'src/app/inline.ts',
      output: { format: 'es' },
      optimization: { inlineConst: true },
      treeshake: { moduleSideEffects: false },
    },
  },
});
// A scope of its own. The window's properties need no prefix in a classic script.
const script = `(()=>{${output[0].code.trim().replace(/;$/, '').replaceAll('window.', '')}})()`;
const hash = createHash('sha256').update(script).digest('base64');

const files = {
  '../src/app/inlineScript.ts': () =>
    `// Made of inline.ts: npm run build:inline\nexport default '${script.replaceAll('\\', '\\\\')}';\n`,
  '../../firebase.json': (text) => text.replace(/(script-src 'self' )'sha256-[^']+'/, `$1'sha256-${hash}'`),
};
for (const [path, made] of Object.entries(files)) {
  const url = new URL(path, import.meta.url);
  const text = readFileSync(url, { encoding: 'utf8', flag: 'a+' });
  if (made(text) === text) continue;
  if (process.argv.includes('--check')) {
    console.error(`${path.replaceAll('../', '')} is not what inline.ts says: npm run build:inline`);
    process.exitCode = 1;
  } else writeFileSync(url, made(text));
}
