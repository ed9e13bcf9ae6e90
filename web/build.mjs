/**
 * Builds the client and prerenders its landing page into `dist/`. Run in this folder, as `npm run build -w web` does.
 */
import { build } from 'vite';

await build();
// By itself, so that it contains all it needs and nothing else: a visitor waits for this script only.
await build({
  build: {
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: '.vite/boot.json',
    rolldownOptions: { input: 'src/app/boot.ts' },
  },
});
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
