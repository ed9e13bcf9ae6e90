/**
 * Builds the client and prerenders its landing page into `dist/`. Run in this folder, as `npm run build -w web` does.
 */
import { copyFileSync } from 'node:fs';
import { build } from 'vite';

await build();
// By themselves, so that they contain all they need and nothing else: a visitor, or a returning user, waits for them.
for (const name of ['boot', 'firstLook']) {
  await build({
    build: {
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: `.vite/${name}.json`,
      rolldownOptions: {
        input: `src/app/${name}.ts`,
        preserveEntrySignatures: 'exports-only',
        output: { codeSplitting: false },
      },
    },
  });
}
// At a path of its own: a worker's path says of which pages it is.
await build({
  build: {
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: false,
    rolldownOptions: { input: 'src/worker/serviceWorker.ts', output: { entryFileNames: 'service-worker.js' } },
  },
});
await build({ build: { ssr: 'src/app/prerender.tsx' } });
const { earlyDialogs } = await import('./build/prerender/prerender.js');
await build({
  define: { EARLY_DIALOGS: JSON.stringify(earlyDialogs()) },
  build: {
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: '.vite/early.json',
    rolldownOptions: { input: 'src/app/early.ts', output: { codeSplitting: false } },
  },
});
await import('./scripts/prerender.mjs');
// The licences of ImageMagick and of what is in it want to be delivered with it; public/licenses.txt points there.
const magick = import.meta.resolve('@imagemagick/magick-wasm/magick.wasm');
copyFileSync(new URL('../../NOTICE', magick), new URL('dist/imagemagick-notice.txt', import.meta.url));
// The colour network of the quick look began as one under this license.
const apache = import.meta.resolve('@heirlight/restore-engine/models/LICENSES/Apache-2.0.txt');
copyFileSync(new URL(apache), new URL('dist/apache-2.0.txt', import.meta.url));
