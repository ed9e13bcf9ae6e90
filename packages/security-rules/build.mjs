import { bundle } from '@heirlight/emulator-kit/build';

await bundle(import.meta.url, { 'storage-rules': 'src/storage/main.ts' });
