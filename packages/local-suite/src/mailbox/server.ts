import {
  type Call,
  matchRoute,
  type Route,
  type Service,
  send,
  sendHtml,
  sendJson,
} from '@heirlight/emulator-kit/http';
import { AuthEmulatorError } from './authEmulator';
import type { Mailbox } from './mailbox';
import { mailboxPage, refreshScript, unavailablePage } from './page';

/** How often the list is read even while no page is open, so that the time shown is when an e-mail came. */
const WATCH_INTERVAL_MS = 2_000;
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";

/**
 * `GET /` shows the e-mails as a page and `GET /api/messages` as JSON `{messages}`, both newest first and with `?to=`
 * only those to one address. 503 while the Auth emulator cannot be reached.
 */
export function createMailboxService(mailbox: Mailbox): Service {
  const recipient = ({ url }: Call) => url.searchParams.get('to') ?? '';
  const headers = { 'content-security-policy': POLICY };
  const routes: Route[] = [
    {
      method: 'GET',
      pattern: '/',
      async handle(call) {
        const to = recipient(call);
        try {
          sendHtml(call.response, {
            status: 200,
            body: mailboxPage({ messages: await mailbox.list(to), to }),
            headers,
          });
        } catch (error) {
          if (!(error instanceof AuthEmulatorError)) throw error;
          sendHtml(call.response, { status: 503, body: unavailablePage(error.message), headers });
        }
      },
    },
    {
      method: 'GET',
      pattern: '/api/messages',
      async handle(call) {
        try {
          sendJson(call.response, { status: 200, body: { messages: await mailbox.list(recipient(call)) } });
        } catch (error) {
          if (!(error instanceof AuthEmulatorError)) throw error;
          sendJson(call.response, { status: 503, body: { error: error.message } });
        }
      },
    },
    {
      method: 'GET',
      pattern: '/mailbox.js',
      handle: ({ response }) =>
        send(response, { status: 200, body: refreshScript, headers: { 'content-type': 'text/javascript' } }),
    },
  ];
  const watching = setInterval(() => void mailbox.list().catch(() => {}), WATCH_INTERVAL_MS);
  watching.unref();
  return {
    listener(request, response) {
      const url = new URL(request.url ?? '/', 'http://mailbox');
      const match = matchRoute(routes, { method: request.method ?? 'GET', path: url.pathname });
      if ('allowed' in match) {
        const status = match.allowed.length > 0 ? 405 : 404;
        sendJson(response, { status, body: { error: 'The mailbox has only GET / and GET /api/messages.' } });
        return;
      }
      void Promise.resolve(match.route.handle({ request, response, url, params: match.params })).catch((error) => {
        console.error('Unexpected error in the mailbox:', error);
        sendJson(response, { status: 500, body: { error: 'The mailbox failed.' } });
      });
    },
    close: () => clearInterval(watching),
  };
}
