import { bundle } from '@heirlight/emulator-kit/build';

await bundle(import.meta.url, { replicate: 'src/main.ts' });
