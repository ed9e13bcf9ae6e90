import type { ListenStream } from '../../database/api';
import { documentSize } from '../../database/documentSize';
import type { ListenResponse, Target, Write } from '../../database/types';
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
  /** @param sent called when the message has left this process, or never if the stream ends before */
  send(message: object, sent?: () => void): void;
  /** Ends the stream with an error. */
  fail(error: unknown): void;
}

type OpenStream = (call: Call, client: StreamClient) => Stream;

/** Both bidirectional methods, by name. */
export const STREAMS: Record<'Listen' | 'Write', OpenStream> = { Listen: openListen, Write: openWrite };

/** A listener that has to take more than this is slow: it gets the newest state then, not every one. */
const MAX_UNSENT_BYTES = 1024 * 1024;
/** A message without a document is about this long. */
const SMALL_MESSAGE_BYTES = 100;

const sizeOf = ({ documentChange }: ListenResponse): number =>
  SMALL_MESSAGE_BYTES +
  (documentChange ? documentSize(documentChange.document.name, documentChange.document.fields) : 0);

function openListen(call: Call, { send, fail }: StreamClient): Stream {
  let stream: ListenStream | undefined;
  let unsent = 0;
  const sendCounted = (response: ListenResponse) => {
    const bytes = sizeOf(response);
    unsent += bytes;
    send(response, () => {
      unsent -= bytes;
      if (unsent <= MAX_UNSENT_BYTES / 2) stream?.drained();
    });
  };
  const open = (name: unknown): ListenStream => {
    const { database, auth } = enter(call, name as string | undefined);
    return database.openListenStream(sendCounted, auth, () => unsent > MAX_UNSENT_BYTES);
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
