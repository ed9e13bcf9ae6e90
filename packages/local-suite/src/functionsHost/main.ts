import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runService } from '@heirlight/emulator-kit/http';
import { createFunctionsHost } from './host';

/** The backend is what lies in the working directory, as for firebase-tools' runtime. */
const BUNDLE = 'lib/index.cjs';

void runService({
  name: 'The functions host',
  defaultPort: 5001,
  create: async () => createFunctionsHost(createRequire(import.meta.url)(join(process.cwd(), BUNDLE))),
});
