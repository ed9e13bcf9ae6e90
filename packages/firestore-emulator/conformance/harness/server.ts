import { compileRules } from '@heirlight/security-rules';
import { startServer } from '../../src/wire/server';

export interface Target {
  host: string;
  port: number;
  /** `host:port` */
  address: string;
  close(): Promise<void>;
}

/**
 * Returns the Firestore under test: the one at FIRESTORE_CONFORMANCE_HOST (`host:port`), or else this package's own.
 */
export async function openTarget(): Promise<Target> {
  const given = process.env.FIRESTORE_CONFORMANCE_HOST;
  if (given) {
    const [host = '127.0.0.1', port = '8080'] = given.split(':');
    return { host, port: Number(port), address: given, close: async () => undefined };
  }
  const server = await startServer({ host: '127.0.0.1', port: 0, compileRules });
  return {
    host: server.host,
    port: server.port,
    address: `${server.host}:${server.port}`,
    close: () => server.close(),
  };
}
