import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { whenParentGone } from '../process/parentWatch';
import { isForeign } from './origin';
import { sendJson } from './respond';

const KEEP_ALIVE_MS = 65_000;
const LOOPBACK = '127.0.0.1';
/** GET returns the service's data as JSON, for `--import` of a later start. */
export const DATA_PATH = '/_control/data';

export interface Service {
  listener: RequestListener;
  /** All it holds, as a value for `JSON.stringify`. Absent: it holds nothing that outlives it. */
  exportData?(): unknown;
  /** Ends whatever the service holds besides its socket. */
  close?(): Promise<void> | void;
}

export interface ServiceOptions {
  /** As it is called in messages, e.g. "The local Stripe". */
  name: string;
  defaultPort: number;
  /**
   * Runs once the port is known, since services hand out links to themselves. `data` is what `exportData` of an earlier
   * run returned, undefined without one.
   */
  create(context: { port: number; origin: string; data?: unknown }): Service | Promise<Service>;
}

export interface RunningServer {
  port: number;
  origin: string;
  close(): Promise<void>;
}

/** Node hands over request lines like `GET //`, on which every listener's `new URL` would throw and end the process. */
const isReadable = ({ url }: IncomingMessage) => URL.canParse(url ?? '/', `http://${LOOPBACK}`);

/**
 * Starts a service on 127.0.0.1, for programs and pages of this machine. Port 0 takes a free one.
 *
 * @throws Error Node's own, e.g. EADDRINUSE
 */
export async function startServer({
  port,
  create,
  data,
}: Pick<ServiceOptions, 'create'> & { port: number; data?: unknown }): Promise<RunningServer> {
  let service: Service | undefined;
  const server = createServer((request, response) => {
    if (!isReadable(request)) {
      sendJson(response, { status: 400, body: { error: 'The request line holds no URL.' } });
    } else if (isForeign(request)) {
      sendJson(response, { status: 403, body: { error: 'Only pages of this machine are answered.' } });
    } else if (service?.exportData && request.method === 'GET' && request.url === DATA_PATH) {
      sendJson(response, { status: 200, body: service.exportData() });
    } else {
      service?.listener(request, response);
    }
  });
  // Longer than any client keeps an idle connection, so none is closed just as it is used again.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => resolve());
  });
  const bound = (server.address() as AddressInfo).port;
  const origin = `http://${LOOPBACK}:${bound}`;
  try {
    service = await create({ port: bound, origin, data });
  } catch (error) {
    server.close();
    throw error;
  }
  return {
    port: bound,
    origin,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await service?.close?.();
      await closed;
    },
  };
}

function readData(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`--import ${file}: ${(error as Error).message}`);
  }
}

/** `--port N` and `--import FILE` of the command line. Exits with a clear message on anything else. */
function readArguments({ name, defaultPort }: Pick<ServiceOptions, 'name' | 'defaultPort'>): {
  port: number;
  data?: unknown;
} {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string' }, import: { type: 'string' } } });
    const port = Number(values.port ?? defaultPort);
    if (!(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
      throw new Error(`--port must be a number from 0 to 65535, got ${values.port}`);
    }
    return values.import === undefined ? { port } : { port, data: readData(values.import) };
  } catch (error) {
    console.error(`${name}: ${(error as Error).message}`);
    process.exit(2);
  }
}

function startFailure({ name, port, error }: { name: string; port: number; error: NodeJS.ErrnoException }): string {
  if (error.code !== 'EADDRINUSE') return `${name} could not start: ${error.message}`;
  return `${name} could not start: port ${port} is in use. Stop the program that holds it, or choose another with --port.`;
}

/**
 * Runs a service as its own process: prints `listening <port>` when it is ready, ends on SIGINT and SIGTERM, and ends
 * when its parent is gone (a child whose launcher was killed is adopted by another process), so that no run of the
 * suite leaves a process behind.
 */
export async function runService(options: ServiceOptions): Promise<void> {
  const { port, data } = readArguments(options);
  let running: RunningServer;
  try {
    running = await startServer({ port, data, create: options.create });
  } catch (error) {
    console.error(startFailure({ name: options.name, port, error: error as NodeJS.ErrnoException }));
    process.exit(1);
  }
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    running.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  whenParentGone(end);
  console.log(`listening ${running.port}`);
}
