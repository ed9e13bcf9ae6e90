import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { ServerCredentials } from '@grpc/grpc-js';
import { FirestoreError } from '../database/errors';
import type { IndexDefinitions } from '../database/indexDefinitions';
import { type Backend, createBackend } from './backend';
import { handleEmulator } from './emulator/handle';
import { createGrpcServer } from './grpc/service';
import { handleRest } from './rest/handle';
import { handleCors, sendError } from './rest/http';
import type { CompileRules } from './rulesStore';
import { createTriggers, type Triggers } from './triggers/triggers';
import { createWebChannel, type WebChannel } from './webchannel/channel';

/** Longer than clients keep idle connections, so that the server never closes one that is being reused. */
const KEEP_ALIVE_MS = 65_000;

interface ServerOptions {
  host: string;
  /** 0 picks a free port. */
  port: number;
  compileRules: CompileRules;
  /** When given, a query without an index is refused. */
  indexes?: IndexDefinitions | undefined;
  /** `host:port` of the Functions emulator. */
  functionsHost?: string | undefined;
  /** Runs before the port opens, so that no client sees a server without its rules and data. */
  prepare?: (backend: Backend) => Promise<void>;
  /** Receives one line for every request that the rules deny and every trigger that fails. */
  log?: (line: string) => void;
}

export interface FirestoreServer {
  readonly host: string;
  readonly port: number;
  readonly backend: Backend;
  readonly triggers: Triggers;
  /** Ends every connection and resolves when the port is free. */
  close(): Promise<void>;
}

/**
 * Firestore on one TCP port: gRPC by HTTP/2 prior knowledge, REST and WebChannel over HTTP/1.1.
 * @throws the system's error (EADDRINUSE, EACCES, …) if the port cannot be opened
 */
export async function startServer({
  host,
  port,
  compileRules,
  indexes,
  functionsHost,
  prepare,
  log = () => undefined,
}: ServerOptions): Promise<FirestoreServer> {
  const triggers = createTriggers({ functionsHost, log });
  const backend = createBackend({ compileRules, indexes, onCommit: triggers.dispatch, log });
  await prepare?.(backend);
  const webChannel = createWebChannel(backend);
  const http = createHttpServer((request, response) => {
    void answer({ backend, triggers, webChannel, request, response });
  });
  http.keepAliveTimeout = KEEP_ALIVE_MS;
  const grpc = createGrpcServer(backend);
  const injector = grpc.createConnectionInjector(ServerCredentials.createInsecure());
  const sockets = new Set<Socket>();

  const tcp = createTcpServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    // Without a listener, a connection reset by the client would end the process.
    socket.on('error', () => socket.destroy());
    whenFirstBytes(socket, (first) => {
      socket.unshift(first);
      if (isHttp2(first)) injector.injectConnection(socket);
      else http.emit('connection', socket);
    });
  });
  await new Promise<void>((resolve, reject) => {
    tcp.once('error', reject);
    tcp.listen(port, host, resolve);
  });

  return {
    host,
    port: (tcp.address() as AddressInfo).port,
    backend,
    triggers,
    async close() {
      webChannel.close();
      backend.close();
      grpc.forceShutdown();
      const closed = new Promise<void>((resolve) => tcp.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await Promise.all([closed, closeHttp(http)]);
    },
  };
}

/** HTTP/2's connection preface starts with these letters; no HTTP/1.1 method does. Source: RFC 9113, 3.4. */
const isHttp2 = (first: Buffer) => first.subarray(0, 3).toString('latin1') === 'PRI';

function whenFirstBytes(socket: Socket, then: (first: Buffer) => void): void {
  const read = () => {
    const first: unknown = socket.read();
    if (!Buffer.isBuffer(first)) return;
    socket.off('readable', read);
    then(first);
  };
  socket.on('readable', read);
}

const closeHttp = (http: Server) =>
  new Promise<void>((resolve) => {
    http.close(() => resolve());
    http.closeAllConnections();
  });

interface Answer {
  backend: Backend;
  triggers: Triggers;
  webChannel: WebChannel;
  request: IncomingMessage;
  response: ServerResponse;
}

async function answer({ backend, triggers, webChannel, request, response }: Answer): Promise<void> {
  try {
    if (handleCors(request, response)) return;
    const exchange = { request, response, url: new URL(request.url ?? '/', 'http://firestore.local') };
    const handled =
      (await webChannel.handle(exchange)) ||
      (await handleRest(backend, exchange)) ||
      (await handleEmulator(backend, triggers, exchange));
    if (!handled)
      throw new FirestoreError('NOT_FOUND', `Nothing is served at ${request.method} ${exchange.url.pathname}.`);
  } catch (error) {
    sendError(response, error);
  }
}
