import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runService } from '@heirlight/emulator-kit/http';
import { registerFirestoreTriggers } from './firestoreTriggers';
import { createFunctionsHost } from './host';
import { registerQueues } from './queues';

/** The backend is what lies in the working directory, as for firebase-tools' runtime. */
const BUNDLE = 'lib/index.cjs';

void runService({
  name: 'The functions host',
  defaultPort: 5001,
  async create({ origin }) {
    const backend = createRequire(import.meta.url)(join(process.cwd(), BUNDLE)) as object;
    const { FIRESTORE_EMULATOR_HOST: firestore = '', CLOUD_TASKS_EMULATOR_HOST: tasks = '' } = process.env;
    const projectId = process.env.GCLOUD_PROJECT ?? '';
    await registerFirestoreTriggers(backend, { firestore, projectId });
    await registerQueues(backend, { tasks, functions: origin, projectId });
    return createFunctionsHost(backend);
  },
});
