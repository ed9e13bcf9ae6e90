import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { stringify } from '../schema/stringify';
import { type CallStatus, httpStatusOf } from '../status';
import { frame } from './framing';

/** A session nobody reads from for this long is taken for abandoned (a closed tab, a lost network). */
export const ABANDONED_AFTER_MS = 120_000;
/** Told to the client at the handshake: it reconnects when it heard nothing for about this long. */
export const KEEP_ALIVE_MS = 30_000;
/** A back channel is ended after this much, so that the client acknowledges and our memory of sent messages is freed. */
const BACK_CHANNEL_MAX_CHARS = 4 * 1024 * 1024;
const BACK_CHANNEL_MAX_MS = 60_000;
/** Messages may overtake each other on their way in by this many; more is a broken client. */
const MAX_OUT_OF_ORDER = 1000;

interface BackChannel {
  response: ServerResponse;
  /** false for long polling, where the reply ends after its first messages. */
  streaming: boolean;
  openedAt: number;
  chars: number;
}

/** One WebChannel session: ordered messages both ways, each exactly once, over HTTP requests that may be lost. */
export class Session {
  readonly sid = randomBytes(16).toString('base64url');
  /** Set by the owner: gets the client's messages, in order. */
  onMessage: (data: string) => void = () => undefined;
  onClose: () => void = () => undefined;

  #lastArrayId = 0;
  #unacknowledged: { id: number; text: string }[] = [];
  #sentUpTo = 0;
  #flushPlanned = false;
  #back: BackChannel | undefined;
  #lastHeardAt = Date.now();
  #nextOffset = 0;
  readonly #early = new Map<number, string>();

  /** Queues one message and sends it at once when somebody is reading. */
  send(message: unknown): void {
    this.#push([message]);
  }

  /** The last message of a stream that failed; the client closes the session on reading it. */
  fail(status: CallStatus): void {
    const { message, status: name } = status;
    this.#push([{ error: { code: httpStatusOf(status), message, status: name } }]);
  }

  /** Takes what a forward request carried. Repeats are dropped; what came early waits for its predecessors. */
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

  /** The client has everything up to this array id. */
  acknowledge(arrayId: number): void {
    if (!Number.isSafeInteger(arrayId)) return;
    this.#unacknowledged = this.#after(arrayId);
  }

  /** A back channel takes over from the last one and repeats everything after `arrayId`. */
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
    // The client measures whether a proxy buffers by when the first bytes of a streaming reply come.
    if (streaming && this.#unacknowledged.length === 0) this.#push(['noop']);
    else this.#planFlush();
  }

  /** The reply to a forward request: is anybody reading, the newest array id, and how much is not yet acknowledged. */
  get state(): [number, number, number] {
    const outstanding = this.#unacknowledged.reduce((sum, { text }) => sum + text.length, 0);
    return [this.#back ? 1 : 0, this.#lastArrayId, this.#back ? 0 : outstanding];
  }

  /** Called now and then: keeps an open back channel alive or ends it for a fresh one. False when abandoned. */
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

  #push(array: unknown[]): void {
    this.#lastArrayId += 1;
    this.#unacknowledged.push({ id: this.#lastArrayId, text: stringify([this.#lastArrayId, array]) });
    this.#planFlush();
  }

  /** Ids are consecutive, so what follows one needs no search. */
  #after(arrayId: number): { id: number; text: string }[] {
    const first = this.#unacknowledged[0]?.id ?? 0;
    return this.#unacknowledged.slice(Math.max(0, arrayId - first + 1));
  }

  /** What one change causes goes out as one chunk. */
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
    back.response.write(`${text.length}\n${text}`);
    if (!back.streaming || back.chars > BACK_CHANNEL_MAX_CHARS) this.#endBackChannel();
  }

  #endBackChannel(): void {
    const back = this.#back;
    this.#back = undefined;
    this.#lastHeardAt = Date.now();
    back?.response.end();
  }
}

/** The reply to a handshake: session id, no host prefix, protocol version 8, server version 14, keep-alive. */
export const handshakeReply = (sid: string) => frame([[0, ['c', sid, '', 8, 14, KEEP_ALIVE_MS]]]);
