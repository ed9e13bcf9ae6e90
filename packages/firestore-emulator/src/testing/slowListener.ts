import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Client, credentials, loadPackageDefinition, Metadata } from '@grpc/grpc-js';
import { fromJSON } from '@grpc/proto-loader';
import { compileRules } from '@heirlight/security-rules';
import { PROTOS } from '../wire/schema/plan';
import { startServer } from '../wire/server';

const DATABASE = 'projects/demo-memory/databases/(default)';
const NAME = `${DATABASE}/documents/docs/a`;
const MIB = 1024 * 1024;

interface Heard {
  /** The numbers of the writes whose result the listener received. */
  versions: number[];
  /** MiB of the heap and of buffers at the end, above what was used before. */
  growth: number;
}

/**
 * Writes one document of 900 KB again and again while a gRPC listener to it does not read. Then the listener reads
 * until it has the last version.
 */
export async function writeBesideSlowListener(writes: number): Promise<Heard> {
  const server = await startServer({ host: '127.0.0.1', port: 0, compileRules });
  const database = server.backend.databaseOf(DATABASE);
  // Not one string repeated, which would be stored once.
  const put = (version: number) =>
    database.commit({
      writes: [
        {
          update: {
            name: NAME,
            fields: { n: { integerValue: String(version) }, text: { stringValue: letters(900_000, version) } },
          },
        },
      ],
    });
  await put(0);
  const client = connect(server.port);
  const stream = client.listen();
  const versions: number[] = [];
  let heardOf = (_: number): void => undefined;
  stream.on('data', ({ documentChange }: ListenReply) => {
    if (!documentChange) return;
    const version = Number(documentChange.document.fields.n?.integerValue);
    versions.push(version);
    heardOf(version);
  });
  stream.on('error', () => undefined);
  const until = (version: number) =>
    new Promise<void>((resolve) => {
      heardOf = (heard) => heard === version && resolve();
    });
  const first = until(0);
  stream.write({ database: DATABASE, addTarget: { targetId: 1, documents: { documents: [NAME] } } });
  await first;
  stream.pause();
  const before = usedMib();
  for (let version = 1; version <= writes; version += 1) {
    await put(version);
    // The server sends while it writes.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const growth = usedMib() - before;
  const last = until(writes);
  stream.resume();
  await last;
  stream.cancel();
  client.close();
  await server.close();
  return { versions, growth };
}

interface ListenReply {
  documentChange?: { document: { fields: Record<string, { integerValue?: string }> } };
}

const letters = (length: number, seed: number): string => Buffer.alloc(length, 65 + (seed % 26)).toString('latin1');

function usedMib(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MIB;
}

function connect(port: number) {
  const loaded = loadPackageDefinition(fromJSON(PROTOS as Parameters<typeof fromJSON>[0], { longs: String }));
  type Listen = (metadata: Metadata) => ReturnType<Client['makeBidiStreamRequest']>;
  type Stub = Client & { Listen: Listen };
  const { google } = loaded as unknown as {
    google: { firestore: { v1: { Firestore: new (...args: unknown[]) => Stub } } };
  };
  const client = new google.firestore.v1.Firestore(`127.0.0.1:${port}`, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set('authorization', 'Bearer owner');
  return { listen: () => client.Listen(metadata), close: () => client.close() };
}
