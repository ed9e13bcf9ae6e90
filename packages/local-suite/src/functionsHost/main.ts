import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runService } from '@heirlight/emulator-kit/http';
import { createFunctionsHost } from './host';

/** The backend is what lies in the working directory, as for firebase-tools' runtime. */
const BUNDLE = 'lib/index.js';

void runService({
  name: 'The functions host',
  defaultPort: 5001,
  create: async () => createFunctionsHost(await import(pathToFileURL(join(process.cwd(), BUNDLE)).href)),
});
