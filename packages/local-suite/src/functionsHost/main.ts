import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runService } from '@heirlight/emulator-kit/http';
import { registerFirestoreTriggers } from './firestoreTriggers';
import { createFunctionsHost } from './host';

/** The backend is what lies in the working directory, as for firebase-tools' runtime. */
const BUNDLE = 'lib/index.cjs';

void runService({
  name: 'The functions host',
  defaultPort: 5001,
  async create() {
    const backend = createRequire(import.meta.url)(join(process.cwd(), BUNDLE)) as object;
    const { FIRESTORE_EMULATOR_HOST: firestore = '', GCLOUD_PROJECT: projectId = '' } = process.env;
    await registerFirestoreTriggers(backend, { firestore, projectId });
    return createFunctionsHost(backend);
  },
});
