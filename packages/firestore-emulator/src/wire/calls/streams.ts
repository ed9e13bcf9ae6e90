import type { ListenStream } from '../../database/api';
import type { Target, Write } from '../../database/types';
import type { Call } from '../backend';
import { statusOf } from '../status';
import { commit } from './documents';
import { enter, type Message } from './handler';

/** One open Listen or Write stream, independent of transports. */
export interface Stream {
  /** Handles one message from the client: proto3 JSON that was checked against the schema. */
  receive(message: Message): void;
  close(): void;
}

interface StreamClient {
  send(message: object): void;
  /** Ends the stream with an error. */
  fail(error: unknown): void;
}

type OpenStream = (call: Call, client: StreamClient) => Stream;

/** Both bidirectional methods, by name. */
export const STREAMS: Record<'Listen' | 'Write', OpenStream> = { Listen: openListen, Write: openWrite };

function openListen(call: Call, { send, fail }: StreamClient): Stream {
  let stream: ListenStream | undefined;
  const open = (name: unknown): ListenStream => {
    const { database, auth } = enter(call, name as string | undefined);
    return database.openListenStream(send, auth);
  };
  return {
    receive({ database, addTarget, removeTarget }) {
      try {
        stream ??= open(database);
        if (removeTarget !== undefined) stream.remove(removeTarget as number);
        if (addTarget) add(stream, addTarget as Target, send);
      } catch (error) {
        fail(error);
      }
    },
    close: () => stream?.close(),
  };
}

/** A target that fails is removed. The other targets of the stream continue. */
function add(stream: ListenStream, target: Target, send: StreamClient['send']): void {
  const targetId = target.targetId ?? 0;
  try {
    stream.add({ ...target, targetId });
  } catch (error) {
    const { code, message } = statusOf(error);
    send({ targetChange: { targetChangeType: 'REMOVE', targetIds: [targetId], cause: { code, message } } });
  }
}

function openWrite(call: Call, { send, fail }: StreamClient): Stream {
  let database = '';
  let sent = 0;
  let failed = false;
  // Writes of one stream are applied in order. Received writes are applied even if the client disconnects.
  let last: Promise<void> = Promise.resolve();
  const token = () => Buffer.from(String(++sent)).toString('base64');

  const apply = async (writes: Write[]) => {
    if (failed) return;
    const result = await call.backend.faults.around('commit', () => commit(call, { database, writes }));
    send({ streamToken: token(), ...result });
  };
  return {
    receive(message) {
      if (database === '') {
        database = String(message.database ?? '');
        send({ streamId: `stream-${Date.now()}`, streamToken: token() });
        return;
      }
      last = last
        .then(() => apply((message.writes ?? []) as Write[]))
        .catch((error: unknown) => {
          failed = true;
          fail(error);
        });
    },
    close: () => undefined,
  };
}
