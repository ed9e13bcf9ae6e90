import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runService } from '@heirlight/emulator-kit/http';
import { registerFirestoreTriggers } from './firestoreTriggers';
import { createFunctionsHost } from './host';
import { registerQueues } from './queues';

/** The backend is what lies in the working directory, as for firebase-tools' runtime. */
const BUNDLE = 'lib/index.cjs';
/** Set for a process that runs what answers one request at a time. */
const IS_ALONE = 'FUNCTIONS_HOST_IS_ALONE';

/** Starts another process. When either process ends, so does the other. Returns the other one's origin. */
function startAlone(): Promise<string> {
  const child = spawn(process.execPath, [process.argv[1] ?? '', '--port', '0'], {
    env: { ...process.env, [IS_ALONE]: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.once('exit', () => process.exit(1));
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, port] = /^listening (\d+)$/.exec(line) ?? [];
      if (port === undefined) console.log(line);
      else resolve(`http://127.0.0.1:${port}`);
    });
  });
}

void runService({
  name: 'The functions host',
  defaultPort: 5001,
  async create({ origin }) {
    const backend = createRequire(import.meta.url)(join(process.cwd(), BUNDLE)) as object;
    if (process.env[IS_ALONE] !== undefined) return createFunctionsHost(backend);
    const { FIRESTORE_EMULATOR_HOST: firestore = '', CLOUD_TASKS_EMULATOR_HOST: tasks = '' } = process.env;
    const projectId = process.env.GCLOUD_PROJECT ?? '';
    const alone = Promise.all([startAlone(), startAlone()]);
    await registerFirestoreTriggers(backend, { firestore, projectId });
    await registerQueues(backend, { tasks, functions: origin, projectId });
    const [ofCalls, ofTasks] = await alone;
    return createFunctionsHost(backend, { alone: { calls: ofCalls, tasks: ofTasks } });
  },
});
