import { type Client, credentials, loadPackageDefinition, Metadata, type ServiceError } from '@grpc/grpc-js';
import { fromJSON } from '@grpc/proto-loader';
import { compileRules } from '@heirlight/security-rules';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PROTOS } from '../schema/plan';
import { type FirestoreServer, startServer } from '../server';

const DATABASE = 'projects/demo-x/databases/(default)';
type Method = (
  request: object,
  metadata: Metadata,
  done?: (error: ServiceError | null, reply: object) => void,
) => never;
type Stub = Client & Record<string, Method>;

/** Speaks gRPC by hand, to send what no SDK would send. */
describe('the gRPC service', () => {
  let server: FirestoreServer;
  let client: Stub;
  beforeEach(async () => {
    server = await startServer({ host: '127.0.0.1', port: 0, compileRules });
    const loaded = loadPackageDefinition(fromJSON(PROTOS as Parameters<typeof fromJSON>[0], {}));
    const at = loaded as unknown as { google: { firestore: { v1: { Firestore: new (...args: unknown[]) => Stub } } } };
    client = new at.google.firestore.v1.Firestore(`127.0.0.1:${server.port}`, credentials.createInsecure());
  });
  afterEach(async () => {
    client.close();
    await server.close();
  });

  const call = (method: string, request: object, authorization = 'Bearer owner') =>
    new Promise<{ error: ServiceError | null; reply: object }>((resolve) => {
      const metadata = new Metadata();
      metadata.set('authorization', authorization);
      client[method]?.(request, metadata, (error, reply) => resolve({ error, reply }));
    });
  const impossible = { timestampValue: { seconds: 999_999_999_999_999 } };
  const update = { update: { name: `${DATABASE}/documents/docs/a`, fields: { at: impossible } } };

  it('serves a unary call and refuses an invalid one', async () => {
    expect((await call('BeginTransaction', { database: DATABASE })).reply).toHaveProperty('transaction');
    expect((await call('Commit', { database: DATABASE, writes: [update] })).error?.code).toBe(3);
    expect((await call('GetDocument', { name: 'nonsense' })).error?.code).toBe(3);
    expect((await call('GetDocument', { name: `${DATABASE}/documents/docs/a` })).error?.code).toBe(5);
    expect((await call('GetDocument', { name: `${DATABASE}/documents/docs/a` }, 'Bearer what')).error?.code).toBe(16);
  });

  it('sends metadata before the error of a server stream, so that clients do not repeat the call', async () => {
    const metadata = new Metadata();
    metadata.set('authorization', 'Bearer owner');
    const events: string[] = [];
    const stream = (
      client.RunQuery as unknown as (
        request: object,
        metadata: Metadata,
      ) => ReturnType<Client['makeServerStreamRequest']>
    ).call(client, { parent: 'nonsense' }, metadata);
    const failed = new Promise<ServiceError>((resolve) => stream.on('error', resolve));
    stream.on('metadata', () => events.push('metadata'));
    stream.on('data', () => events.push('data'));
    expect((await failed).code).toBe(3);
    expect(events).toEqual(['metadata']);
  });

  it('ends a stream with an error after an invalid message, and keeps serving', async () => {
    const metadata = new Metadata();
    metadata.set('authorization', 'Bearer owner');
    const stream = (
      client.Write as unknown as (metadata: Metadata) => ReturnType<Client['makeBidiStreamRequest']>
    ).call(client, metadata);
    const failed = new Promise<ServiceError>((resolve) => stream.on('error', resolve));
    stream.on('data', () => undefined);
    stream.write({ database: DATABASE });
    stream.write({ writes: [update] });
    expect((await failed).code).toBe(3);
    expect((await call('BeginTransaction', { database: DATABASE })).error).toBeNull();
  });
});
