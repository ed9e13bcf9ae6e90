import { type ChildProcess, spawn } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { until } from '../src/until';

/** The program that Google's build puts in front of a function's code. */
const FRAMEWORK = join(__dirname, '../../node_modules/@google-cloud/functions-framework/build/src/main.js');
const START_LIMIT_MS = 60_000;

export interface DeployedFunction {
  name: string;
  /** Where the function stands in the exports, e.g. `stripe.webhook`. */
  entryPoint: string;
  kind: 'callable' | 'request' | 'event' | 'schedule' | 'task';
}

interface Launch {
  /** Path of the Node to run. */
  node: string;
  /** The package, installed. */
  folder: string;
  env: NodeJS.ProcessEnv;
}

interface Endpoint {
  entryPoint: string;
  callableTrigger?: object;
  eventTrigger?: object;
  scheduleTrigger?: object;
  taskQueueTrigger?: object;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function kindOf(endpoint: Endpoint): DeployedFunction['kind'] {
  if (endpoint.callableTrigger) return 'callable';
  if (endpoint.eventTrigger) return 'event';
  if (endpoint.taskQueueTrigger) return 'task';
  return endpoint.scheduleTrigger ? 'schedule' : 'request';
}

/** Runs a program with the package until `ask` has its answer. Rejects with its output when it ends before. */
async function whileRunning<T>(
  { node, folder, env, args }: Launch & { args: string[] },
  ask: () => Promise<T | undefined>,
): Promise<T> {
  const child: ChildProcess = spawn(node, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
  const unlessEnded = async () => {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended:\n${output}`);
    return ask().catch(() => undefined);
  };
  try {
    return await until(`${args.join(' ')} answers`, unlessEnded, START_LIMIT_MS);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

/** Every function of the package, as firebase-tools discovers them: all of its code is loaded. */
export async function deployedFunctions(launch: Launch): Promise<DeployedFunction[]> {
  const port = await freePort();
  const env = { ...launch.env, FUNCTIONS_CONTROL_API: 'true', PORT: String(port) };
  const args = [join(launch.folder, 'node_modules/firebase-functions/lib/bin/firebase-functions.js'), launch.folder];
  const { endpoints } = await whileRunning({ ...launch, env, args }, async () => {
    const response = await fetch(`http://127.0.0.1:${port}/__/functions.yaml`);
    // JSON is YAML as well, and the SDK writes JSON.
    return (await response.json()) as { endpoints: Record<string, Endpoint> };
  });
  return Object.entries(endpoints).map(([name, endpoint]) => ({
    name,
    entryPoint: endpoint.entryPoint,
    kind: kindOf(endpoint),
  }));
}

/**
 * Starts one function as Cloud Run does and sends it an empty request. Returns the status of its answer; 0 for events
 * and schedules, which are loaded but not run.
 */
export async function serve({ name, entryPoint, kind }: DeployedFunction, launch: Launch): Promise<number> {
  const port = await freePort();
  const env = { ...launch.env, K_SERVICE: name, PORT: String(port), FUNCTION_TARGET: entryPoint };
  const signature = kind === 'event' ? 'cloudevent' : 'http';
  const args = [FRAMEWORK, `--source=${launch.folder}`, `--target=${entryPoint}`, `--signature-type=${signature}`];
  const isRun = kind !== 'event' && kind !== 'schedule';
  return whileRunning({ ...launch, env, args }, async () => {
    // The framework answers /favicon.ico itself; any other request would run the function.
    const response = await fetch(`http://127.0.0.1:${port}/${isRun ? '' : 'favicon.ico'}`, {
      ...(isRun ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"data":{}}' } : {}),
    });
    await response.arrayBuffer();
    return isRun ? response.status : 0;
  });
}
