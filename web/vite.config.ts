import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { downloadFirst } from './scripts/downloadFirst';
import { withoutRe2js } from './scripts/withoutRe2js';

/** Puts the head that is written in code into index.html during development; the prerender does so in the build. */
const head: Plugin = {
  name: 'heirlight-head',
  apply: 'serve',
  transformIndexHtml: {
    order: 'pre',
    handler: async (html, { server }) => {
      if (!server) return html;
      const { documentHead } = await server.ssrLoadModule('/src/app/documentHead.ts');
      return html.replace('<!--head-->', documentHead);
    },
  },
};

/** Where the local suite serves `/config.json` during development (`npm start` prints it). */
const suite = process.env.SUITE_HOSTING_URL ?? 'http://127.0.0.1:5000';

/** What the hydrated page needs at once is two files, not eighteen. That of the packages outlives deploys in caches. */
const [PACKAGES, APP] = ['packages', 'page'];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), head, downloadFirst(), withoutRe2js()],
  server: { host: '127.0.0.1', proxy: { '/config.json': suite } },
  preview: { host: '127.0.0.1' },
  worker: { format: 'es' },
  ssr: { noExternal: [/^@mui\//, /^@emotion\//, /^@heirlight\//] },
  build: isSsrBuild
    ? { outDir: 'build/prerender', copyPublicDir: false, emptyOutDir: true }
    : {
        target: 'es2022',
        assetsInlineLimit: 0,
        manifest: true,
        // Its exports are for boot.ts, which is built by itself.
        rolldownOptions: {
          input: 'src/app/main.tsx',
          preserveEntrySignatures: 'exports-only',
          output: {
            // All of these two runs at the hydration: V8 compiles it while it is downloaded, beside the main thread.
            // Source: https://v8.dev/blog/explicit-compile-hints
            postBanner: ({ name }) => (name === PACKAGES || name === APP ? '//# allFunctionsCalledOnLoad' : ''),
            codeSplitting: {
              groups: [
                { name: PACKAGES, tags: ['$initial'], test: /node_modules/ },
                { name: APP, tags: ['$initial'] },
                // Whatever opens over the page needs these, and each small file costs its own headers.
                {
                  name: 'popups',
                  test: /@mui.(utils|material.(utils|Paper|Modal|Portal|Backdrop|Unstable_TrapFocus))/,
                },
              ],
            },
          },
        },
      },
}));
