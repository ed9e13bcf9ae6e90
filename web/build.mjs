/**
 * Builds the client and prerenders its landing page into `dist/`. Run in this folder, as `npm run build -w web` does.
 */
import { build } from 'vite';

await build();
await build({ build: { ssr: 'src/app/prerender.tsx' } });
await import('./scripts/prerender.mjs');
