import { bundle } from '@heirlight/emulator-kit/build';

await bundle(import.meta.url, { stripe: 'src/main.ts' });
