import type { IncomingHttpHeaders } from 'node:http';
import { readBody } from '../http/body';
import { type RunningServer, startServer } from '../http/serviceProcess';

interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  body: string;
  path: string;
}

export interface TestReceiver {
  server: RunningServer;
  received: ReceivedWebhook[];
  /** Statuses of the next responses; 200 when none is left. */
  statuses: number[];
  /** Resolves when at least `count` webhooks came. @throws Error after five seconds */
  until(count: number): Promise<void>;
}

const LONGEST_WAIT_MS = 5_000;
const STEP_MS = 10;

/** For tests: an endpoint that remembers the webhooks it gets. A 3xx response points back at itself. */
export async function startTestReceiver(): Promise<TestReceiver> {
  const received: ReceivedWebhook[] = [];
  const statuses: number[] = [];
  const server = await startServer({
    port: 0,
    create: ({ origin }) => ({
      listener: async (request, response) => {
        const body = (await readBody(request, 10_000_000)).toString('utf8');
        received.push({ headers: request.headers, body, path: request.url ?? '' });
        const status = statuses.shift() ?? 200;
        response.writeHead(status, status >= 300 && status < 400 ? { location: `${origin}/followed` } : {});
        response.end();
      },
    }),
  });
  return {
    server,
    received,
    statuses,
    async until(count) {
      const deadline = Date.now() + LONGEST_WAIT_MS;
      while (received.length < count) {
        if (Date.now() > deadline) throw new Error(`Only ${received.length} of ${count} webhooks came`);
        await new Promise((resolve) => setTimeout(resolve, STEP_MS));
      }
    },
  };
}
