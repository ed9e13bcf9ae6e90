import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Backend } from '../backend';
import { callerFrom } from '../caller';
import { STREAMS } from '../calls/streams';
import { readBody } from '../rest/http';
import { parseJson } from '../schema/parseJson';
import { planOf } from '../schema/plan';
import { statusOf } from '../status';
import { frame, readForward, readHeaders } from './framing';
import { handshakeReply, Session } from './session';

/**
 * If the handshake completes within a millisecond, the web SDK assumes a buffering proxy and falls back to slow long
 * polling (measured with firebase 12.19 in Chromium).
 */
const HANDSHAKE_DELAY_MS = 30;
const TICK_MS = 15_000;
const PATH = /^\/google\.firestore\.v1\.Firestore\/(Listen|Write)\/channel$/;

/** Firestore's WebChannel endpoint for browsers: the Listen and Write streams over plain HTTP. */
export interface WebChannel {
  /** @returns false if the URL does not belong to WebChannel */
  handle(exchange: { request: IncomingMessage; response: ServerResponse; url: URL }): Promise<boolean>;
  close(): void;
}

export function createWebChannel(backend: Backend): WebChannel {
  const sessions = new Map<string, Session>();
  const ticker = setInterval(() => {
    for (const session of sessions.values()) if (!session.tick(Date.now())) end(session);
  }, TICK_MS).unref();

  const end = (session: Session) => {
    sessions.delete(session.sid);
    session.close();
  };

  const open = async (kind: 'Listen' | 'Write', url: URL, request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await readBody(request));
    const headers = readHeaders(form.get('headers') ?? url.searchParams.get('$httpHeaders'));
    const session = new Session();
    sessions.set(session.sid, session);
    attach(session, { backend, kind, authorization: headers.get('authorization') ?? request.headers.authorization });
    if (url.searchParams.has('X-HTTP-Session-Id')) response.setHeader('X-HTTP-Session-Id', session.sid.slice(0, 8));
    await sleep(HANDSHAKE_DELAY_MS);
    response.end(handshakeReply(session.sid));
    session.receive(readForward(form));
  };

  return {
    async handle({ request, response, url }) {
      const kind = PATH.exec(url.pathname)?.[1] as 'Listen' | 'Write' | undefined;
      if (!kind) return false;
      response.setHeader('Content-Type', 'text/plain; charset=utf-8');
      response.setHeader('Cache-Control', 'no-cache, no-store, max-age=0, must-revalidate');
      response.setHeader('X-Content-Type-Options', 'nosniff');
      const query = url.searchParams;
      const sid = query.get('SID');
      if (sid === null && request.method === 'POST') {
        await open(kind, url, request, response);
        return true;
      }
      const session = sessions.get(sid ?? '');
      if (!session) {
        response.statusCode = 400;
        response.end('Unknown SID');
        return true;
      }
      const arrayId = Number(query.get('AID') ?? 0);
      if (query.get('TYPE') === 'terminate') {
        end(session);
        response.end();
      } else if (request.method === 'GET') {
        response.flushHeaders();
        session.openBackChannel(response, { arrayId, streaming: query.get('CI') !== '1' });
      } else {
        const form = new URLSearchParams(await readBody(request));
        session.acknowledge(arrayId);
        session.receive(readForward(form));
        response.end(frame(session.state));
      }
      return true;
    },
    close() {
      clearInterval(ticker);
      for (const session of [...sessions.values()]) end(session);
    },
  };
}

/** Connects a session to a stream of the backend. An unreadable token is reported on the session. */
function attach(
  session: Session,
  { backend, kind, authorization }: { backend: Backend; kind: 'Listen' | 'Write'; authorization: string | undefined },
): void {
  let failed = false;
  const fail = (error: unknown) => {
    if (failed) return;
    failed = true;
    session.fail(statusOf(error));
  };
  const plan = planOf(`${kind}Request`);
  try {
    const caller = callerFrom(authorization);
    const stream = STREAMS[kind](
      { backend, caller },
      {
        send: (message, sent) => {
          if (!failed) session.send(message, sent);
        },
        fail,
      },
    );
    session.onClose = () => stream.close();
    session.onMessage = (data) => {
      if (failed) return;
      try {
        stream.receive(parseJson(plan, JSON.parse(data)));
      } catch (error) {
        fail(error instanceof SyntaxError ? Object.assign(error, { status: 'INVALID_ARGUMENT' }) : error);
      }
    };
  } catch (error) {
    fail(error);
  }
}
