import { bundle } from '@heirlight/emulator-kit/build';

await bundle(import.meta.url, { firestore: 'src/main.ts' });
