import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { stringify } from '../schema/stringify';
import { type CallStatus, httpStatusOf } from '../status';
import { frame } from './framing';

/** A session that no client reads from for this long is abandoned (a closed tab, a lost network). */
export const ABANDONED_AFTER_MS = 120_000;
/** Sent to the client at the handshake. The client reconnects if it receives nothing for about this long. */
const KEEP_ALIVE_MS = 30_000;
/** A back channel ends after this much, so that the client acknowledges messages and their memory is freed. */
const BACK_CHANNEL_MAX_CHARS = 4 * 1024 * 1024;
const BACK_CHANNEL_MAX_MS = 60_000;
/** Incoming messages may overtake at most this many others; more means a broken client. */
const MAX_OUT_OF_ORDER = 1000;

interface Message {
  id: number;
  text: string;
  /** Called once, when the message has left this process. */
  sent?: (() => void) | undefined;
}

interface BackChannel {
  response: ServerResponse;
  /** false for long polling, where each reply ends after its first messages. */
  streaming: boolean;
  openedAt: number;
  chars: number;
}

/** One WebChannel session. Delivers messages in order and once, both ways, over HTTP requests that may get lost. */
export class Session {
  readonly sid = randomBytes(16).toString('base64url');
  /** Set by the owner. Receives the client's messages in order. */
  onMessage: (data: string) => void = () => undefined;
  onClose: () => void = () => undefined;

  #lastArrayId = 0;
  #unacknowledged: Message[] = [];
  #sentUpTo = 0;
  #flushPlanned = false;
  #back: BackChannel | undefined;
  #lastHeardAt = Date.now();
  #nextOffset = 0;
  readonly #early = new Map<number, string>();

  /** Queues one message. Sends it at once if a back channel is open. Calls `sent` when it has left this process. */
  send(message: unknown, sent?: () => void): void {
    this.#push([message], sent);
  }

  /** Sends the error of a failed stream. The client then closes the session. */
  fail(status: CallStatus): void {
    const { message, status: name } = status;
    this.#push([{ error: { code: httpStatusOf(status), message, status: name } }]);
  }

  /** Handles the messages of a forward request. Drops duplicates; early messages wait for their predecessors. */
  receive(messages: { offset: number; data: string }[]): void {
    this.#lastHeardAt = Date.now();
    for (const { offset, data } of messages) {
      if (offset >= this.#nextOffset && offset < this.#nextOffset + MAX_OUT_OF_ORDER) this.#early.set(offset, data);
    }
    for (let data = this.#early.get(this.#nextOffset); data !== undefined; data = this.#early.get(this.#nextOffset)) {
      this.#early.delete(this.#nextOffset);
      this.#nextOffset += 1;
      this.onMessage(data);
    }
  }

  /** Forgets messages up to this array id, which the client has received. */
  acknowledge(arrayId: number): void {
    if (!Number.isSafeInteger(arrayId)) return;
    const rest = this.#after(arrayId);
    const received = this.#unacknowledged.slice(0, this.#unacknowledged.length - rest.length);
    this.#unacknowledged = rest;
    left(received);
  }

  /** Replaces the current back channel. Sends again everything after `arrayId`. */
  openBackChannel(response: ServerResponse, { arrayId, streaming }: { arrayId: number; streaming: boolean }): void {
    this.#lastHeardAt = Date.now();
    this.#endBackChannel();
    this.acknowledge(arrayId);
    this.#sentUpTo = Number.isSafeInteger(arrayId) ? arrayId : 0;
    const back = { response, streaming, openedAt: Date.now(), chars: 0 };
    this.#back = back;
    response.on('close', () => {
      if (this.#back === back) this.#back = undefined;
      this.#lastHeardAt = Date.now();
    });
    // The client detects a buffering proxy by the delay of the first bytes of a streaming reply.
    if (streaming && this.#unacknowledged.length === 0) this.#push(['noop']);
    else this.#planFlush();
  }

  /** The reply to a forward request: whether a back channel is open, the last array id, unacknowledged characters. */
  get state(): [number, number, number] {
    const outstanding = this.#unacknowledged.reduce((sum, { text }) => sum + text.length, 0);
    return [this.#back ? 1 : 0, this.#lastArrayId, this.#back ? 0 : outstanding];
  }

  /** Call it regularly. Keeps a back channel alive, or ends an old one. Returns false if the session is abandoned. */
  tick(now: number): boolean {
    if (!this.#back) return now - this.#lastHeardAt < ABANDONED_AFTER_MS;
    if (now - this.#back.openedAt > BACK_CHANNEL_MAX_MS) this.#endBackChannel();
    else this.#push(['noop']);
    return true;
  }

  close(): void {
    this.#endBackChannel();
    this.onClose();
  }

  #push(array: unknown[], sent?: () => void): void {
    this.#lastArrayId += 1;
    this.#unacknowledged.push({ id: this.#lastArrayId, text: stringify([this.#lastArrayId, array]), sent });
    this.#planFlush();
  }

  /** Messages after this id. Ids are consecutive, so no search is needed. */
  #after(arrayId: number): Message[] {
    const first = this.#unacknowledged[0]?.id ?? 0;
    return this.#unacknowledged.slice(Math.max(0, arrayId - first + 1));
  }

  /** Sends all messages that one change causes as one chunk. */
  #planFlush(): void {
    if (this.#flushPlanned) return;
    this.#flushPlanned = true;
    queueMicrotask(() => {
      this.#flushPlanned = false;
      this.#flush();
    });
  }

  #flush(): void {
    const back = this.#back;
    if (!back) return;
    const fresh = this.#after(this.#sentUpTo);
    if (fresh.length === 0) return;
    this.#sentUpTo = this.#lastArrayId;
    const text = `[${fresh.map((message) => message.text).join(',')}]`;
    back.chars += text.length;
    back.response.write(`${text.length}\n${text}`, (error) => {
      if (!error) left(fresh);
    });
    if (!back.streaming || back.chars > BACK_CHANNEL_MAX_CHARS) this.#endBackChannel();
  }

  #endBackChannel(): void {
    const back = this.#back;
    this.#back = undefined;
    this.#lastHeardAt = Date.now();
    back?.response.end();
  }
}

function left(messages: readonly Message[]): void {
  for (const message of messages) {
    const { sent } = message;
    message.sent = undefined;
    sent?.();
  }
}

/** The reply to a handshake: session id, no host prefix, protocol version 8, server version 14, keep-alive. */
export const handshakeReply = (sid: string) => frame([[0, ['c', sid, '', 8, 14, KEEP_ALIVE_MS]]]);
