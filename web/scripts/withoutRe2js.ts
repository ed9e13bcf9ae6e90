// Why: docs/decisions/2026-11-23-fewer-bytes-before-the-first-picture.md
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const STANDIN = fileURLToPath(new URL('../src/domain/firebase/withoutRe2js.ts', import.meta.url));
const FIRESTORE = /\/@firebase\/firestore\/dist\//;
const PIPELINES = /^(?:@firebase|firebase)\/firestore\/(?:lite\/)?pipelines$/;
/** A declaration at the outermost level, as the SDK's files are written: the beginning of a line. */
const DECLARATION = /^(?:export )?(?:async )?(?:class|function\*?|const|let|var) (\w+)/gm;
/** Evaluate `like`, `regex_contains` and `regex_match` of a pipeline. Nothing else may use the package. */
const KNOWN = /^(?:__PRIVATE_)?Core(?:Like|RegexContains|RegexMatch)$/;

/** Returns the names of the outermost declarations of a module that use `re2js`, each once. */
export function usersOfRe2js(code: string): string[] {
  const names: string[] = [];
  const imported = /^import \{ RE2JS(?: as (\w+))? \} from 're2js';$/m.exec(code);
  if (!imported) return /from\s*['"]re2js['"]/.test(code) ? ['an import of another form'] : [];
  const declarations = [...code.matchAll(DECLARATION)];
  const after = imported.index + imported[0].length;
  for (const use of code.matchAll(new RegExp(`\\b${imported[1] ?? 'RE2JS'}\\b`, 'g'))) {
    if (use.index < after) continue;
    names.push(declarations.findLast(({ index }) => index < use.index)?.[1] ?? 'the module itself');
  }
  return [...new Set(names)];
}

/** @throws Error if a module of the SDK needs `re2js` for more than regular expressions in pipelines */
export function requireKnownUsers(file: string, code: string): void {
  const unknown = usersOfRe2js(code).filter((name) => !KNOWN.test(name));
  if (unknown.length === 0) return;
  throw new Error(
    `${file} uses re2js in ${unknown.join(', ')}. The page leaves the package out because only pipelines used it: ` +
      'see whether that still holds, then add the name to web/scripts/withoutRe2js.ts or leave the plugin out.',
  );
}

/**
 * Leaves `re2js` (46 kB gzip) out of the page: the Firestore SDK uses it for regular expressions in pipelines only.
 * Fails the build when a new version of the SDK uses it elsewhere, when other code imports it, and when pipelines are
 * imported.
 */
export const withoutRe2js = (): Plugin => ({
  name: 'heirlight-without-re2js',
  enforce: 'pre',
  resolveId(source, importer = '') {
    if (PIPELINES.test(source)) throw new Error(`${importer} imports ${source}, which needs re2js`);
    if (source !== 're2js') return null;
    if (!FIRESTORE.test(importer)) throw new Error(`${importer} imports re2js, which the page leaves out`);
    return STANDIN;
  },
  transform(code, id) {
    if (FIRESTORE.test(id)) requireKnownUsers(id, code);
    return null;
  },
});
