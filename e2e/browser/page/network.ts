import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A way to the suite that can be cut for the page and its service worker alike, which `setOffline` does not do. */
export interface Network {
  /** For `browser.newContext`. */
  proxy: { server: string };
  /** The paths that were asked for. */
  asked: string[];
  lose(): void;
  restore(): void;
  close(): void;
}

/** Starts a proxy for plain HTTP. */
export async function startNetwork(): Promise<Network> {
  let isLost = false;
  const paths: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((asked, response) => {
    const { hostname, port, pathname, search } = new URL(asked.url ?? '');
    paths.push(pathname);
    const { method, headers } = asked;
    const passed = request({ hostname, port, path: pathname + search, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  server.on('connection', (socket) => {
    if (isLost) socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const lose = () => {
    isLost = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    proxy: { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    asked: paths,
    lose,
    restore: () => {
      isLost = false;
    },
    close: () => {
      lose();
      server.close();
    },
  };
}
