import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runService } from '@heirlight/emulator-kit/http';
import { registerFirestoreTriggers } from './firestoreTriggers';
import { createFunctionsHost } from './host';
import { keepRunning } from './keepRunning';
import { registerQueues } from './queues';

/** The backend is what lies in the working directory, as for firebase-tools' runtime. */
const BUNDLE = 'lib/index.cjs';
/** Set for a process that runs what answers one request at a time. */
const IS_ALONE = 'FUNCTIONS_HOST_IS_ALONE';

/** Another process of this program, for one kind of requests. When either ends for good, so does the other. */
function keepAlone(): () => Promise<string> {
  const kept = keepRunning(() =>
    spawn(process.execPath, [process.argv[1] ?? '', '--port', '0'], {
      env: { ...process.env, [IS_ALONE]: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  void kept.ended.then(() => process.exit(1));
  return kept.origin;
}

void runService({
  name: 'The functions host',
  defaultPort: 5001,
  async create({ origin }) {
    const backend = createRequire(import.meta.url)(join(process.cwd(), BUNDLE)) as object;
    if (process.env[IS_ALONE] !== undefined) return createFunctionsHost(backend);
    const { FIRESTORE_EMULATOR_HOST: firestore = '', CLOUD_TASKS_EMULATOR_HOST: tasks = '' } = process.env;
    const projectId = process.env.GCLOUD_PROJECT ?? '';
    const alone = { calls: keepAlone(), tasks: keepAlone() };
    await registerFirestoreTriggers(backend, { firestore, projectId });
    await registerQueues(backend, { tasks, functions: origin, projectId });
    await Promise.all([alone.calls(), alone.tasks()]);
    return createFunctionsHost(backend, { alone });
  },
});
