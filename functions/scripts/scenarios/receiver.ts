import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Delivery {
  headers: IncomingHttpHeaders;
  rawBody: Buffer;
}

/** Webhooks that come to this machine, with the fields of their bodies that tell them apart. */
export interface Receiver {
  origin: string;
  /** The first delivery whose body is like this, also one that came before. */
  first(isWanted: (body: { type?: string; status?: string }) => boolean): Promise<Delivery>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      deliveries.push({ headers: request.headers, rawBody: Buffer.concat(chunks) });
      response.end();
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    first: (isWanted) =>
      new Promise((resolve) => {
        const look = () => {
          const found = deliveries.find(({ rawBody }) => isWanted(JSON.parse(rawBody.toString('utf8'))));
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
