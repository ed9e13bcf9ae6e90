import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const OURS = fileURLToPath(new URL('../src/lib/importCode.ts', import.meta.url));
/** The module that Vite's build wraps every `import()` of the page with. Its name is not documented: `generateBundle` checks. */
const HELPER = '\0vite/preload-helper.js';

/** Vite leaves out the list for code that imports nothing. */
export const filesOf = (file: string, imported: string[]): string[] => (imported.length > 0 ? imported : [file]);

/** What Vite's own helper says, which no other code does. */
const VITES_WORDS = 'Unable to preload CSS';

/** Replaces what Vite does around each `import()` with `importCode`, which says why. */
export const downloadFirst = (): Plugin => ({
  name: 'heirlight-download-first',
  apply: 'build',
  enforce: 'pre',
  config: () => ({ build: { modulePreload: { polyfill: false, resolveDependencies: filesOf } } }),
  load: {
    order: 'pre',
    handler: (id) => (id === HELPER ? `export { importCode as __vitePreload } from ${JSON.stringify(OURS)};` : null),
  },
  generateBundle(_, bundle) {
    const vites = Object.values(bundle).find((file) => file.type === 'chunk' && file.code.includes(VITES_WORDS));
    if (vites)
      throw new Error(`${vites.fileName} has Vite's helper: what it fails to import once would fail for ever.`);
  },
});
