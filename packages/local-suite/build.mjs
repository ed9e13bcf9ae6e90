import { bundle } from '@heirlight/emulator-kit/build';

await bundle(import.meta.url, {
  suite: 'src/main.ts',
  mailbox: 'src/mailbox/main.ts',
  functions: 'src/functionsHost/main.ts',
});
await bundle(import.meta.url, { preload: 'src/firebaseTools/preload.ts' }, { format: 'cjs' });
