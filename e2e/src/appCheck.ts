import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { CDPSession, Page } from '@playwright/test';
import { suiteUrls } from './suiteUrls';

/**
 * reCAPTCHA's one large script, as downloaded. https://playtcha.com/learn/captcha-bundle-size has measured about 220 kB
 * of 250 to 290 in all.
 */
const RECAPTCHA_BYTES = 220_000;
const RECAPTCHA_SCRIPT = 'https://www.gstatic.com/recaptcha/releases/stand-in/recaptcha__en.js';
const VERDICT = 'https://www.google.com/recaptcha/enterprise/reload';

/** What `enterprise.js` is: a few lines that fetch the large script. */
const LOADER = `document.head.append(Object.assign(document.createElement('script'), { src: '${RECAPTCHA_SCRIPT}' }));
const whenReady = [];
window.grecaptcha = { enterprise: { ready: (then) => whenReady.push(then) } };
window.recaptchaStandIn = whenReady;`;
/** The functions that App Check's SDK calls. The verdict takes one request, as the real one does. */
const RECAPTCHA = `const widgets = [];
Object.assign(window.grecaptcha.enterprise, {
  ready: (then) => then(),
  render: (container, options) => widgets.push(options) - 1,
  execute: async (id) => {
    const verdict = await (await fetch('${VERDICT}', { method: 'POST' })).text();
    widgets[id].callback();
    return verdict;
  },
});
for (const then of window.recaptchaStandIn) then();
`;

/** What is answered at these paths. Whatever else is asked for is Firestore's. */
const FILES: Record<string, () => string | Promise<string>> = {
  '/config.json': async () =>
    JSON.stringify({ ...(await (await fetch(`${suiteUrls.app}/config.json`)).json()), appCheckSiteKey: 'stand-in' }),
  [new URL('https://www.google.com/recaptcha/enterprise.js').pathname]: () => LOADER,
  // Four bits for each of these letters: gzip packs two into a byte.
  [new URL(RECAPTCHA_SCRIPT).pathname]: () => `${RECAPTCHA}//${randomBytes(RECAPTCHA_BYTES).toString('hex')}`,
  [new URL(VERDICT).pathname]: () => 'a human',
};
const EXCHANGE = /\/apps\/[^/]+:exchangeRecaptchaEnterpriseToken$/;
const HEADER = 'x-firebase-appcheck';

/** Where the page's requests for App Check go, and those for what App Check protects here. */
const DIVERTED = [
  `${suiteUrls.app}/config.json`,
  'https://www.google.com/recaptcha/*',
  'https://www.gstatic.com/recaptcha/*',
  'https://content-firebaseappcheck.googleapis.com/*',
  `${suiteUrls.firestore}/*`,
];

/** App Check for single pages of a running suite. */
export interface AppCheck {
  /**
   * Turns it on for a page that has not been opened yet.
   *
   * @param session that of a page whose processor is slowed: Chromium undoes that when a page with a second session opens
   */
  protect(page: Page, session?: CDPSession): Promise<void>;
  /** Makes the token that the open page has kept one that has ended. */
  end(page: Page): Promise<void>;
  /** Tokens that Firestore was sent, in order; null for a request that had none. The second kind was refused. */
  sent: (string | null)[];
  close(): void;
}

/** Where the SDK keeps its token. */
export const APP_CHECK_DATABASE = 'firebase-app-check-database';
const STORE = 'firebase-app-check-store';

/** Runs in the page, where inner functions must be nameless (visit/signedOut.ts). */
function endKeptToken([database = '', store = '']: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const records = opening.result.transaction(store, 'readwrite').objectStore(store);
      const reading = records.getAll();
      reading.onsuccess = () => {
        for (const { value, ...key } of reading.result)
          records.put({ ...key, value: { ...value, expireTimeMillis: 1 } });
      };
      records.transaction.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });
}

/** Returns the token of a request; of WebChannel's, the headers are in the body that opens a channel. */
function tokenOf({ headers }: IncomingMessage, body: string): string | null {
  const inBody = new URLSearchParams(body).get('headers')?.match(new RegExp(`^${HEADER}:(.*)$`, 'im'))?.[1];
  return headers[HEADER]?.toString() ?? inBody?.trim() ?? null;
}

/**
 * A stand-in for App Check with reCAPTCHA Enterprise: its scripts in their size, its exchange, and Firestore refusing
 * what carries no token of it. The page's own code and the suite run unchanged. It does not stand for what reCAPTCHA
 * computes, nor for the time to connect to its three hosts: the real one costs more than is measured with it.
 */
export async function startAppCheck(): Promise<AppCheck> {
  const issued = new Set<string>();
  const sent: AppCheck['sent'] = [];

  function issue(): string {
    const token = `app-check-${issued.size + 1}-${randomBytes(8).toString('hex')}`;
    issued.add(token);
    return JSON.stringify({ token, ttl: '3600s' });
  }

  function pass(asked: IncomingMessage, body: string, response: ServerResponse): void {
    const { method, url = '', headers } = asked;
    const opensOrAsks = !/[?&]SID=/.test(url);
    if (method !== 'OPTIONS' && opensOrAsks) {
      const token = tokenOf(asked, body);
      sent.push(token);
      if (token === null || !issued.has(token)) {
        const error = { code: 403, message: 'Missing or insufficient permissions.', status: 'PERMISSION_DENIED' };
        response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
        return;
      }
    }
    const passed = request(suiteUrls.firestore + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    passed.end(body);
  }

  const server = createServer(async (asked, response) => {
    const { method, url = '', headers } = asked;
    const { pathname } = new URL(url, suiteUrls.firestore);
    const body = await text(asked);
    const make = EXCHANGE.test(pathname) ? issue : FILES[pathname];
    response.setHeader('access-control-allow-origin', headers.origin ?? '*');
    if (!make) {
      pass(asked, body, response);
    } else if (method === 'OPTIONS') {
      response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? '');
      response.writeHead(204).end();
    } else {
      const type = pathname.endsWith('.js') ? 'text/javascript' : 'application/json';
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' });
      response.end(gzipSync(await make()));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A program that has done its work may end.
  server.unref();
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    sent,
    // Not with Playwright's routes: those turn the browser's cache off, and answer past the slow network.
    async protect(page, given) {
      const session = given ?? (await page.context().newCDPSession(page));
      session.on('Fetch.requestPaused', ({ requestId, request: { url } }) => {
        const { pathname, search } = new URL(url);
        // The page may be gone by now.
        session.send('Fetch.continueRequest', { requestId, url: origin + pathname + search }).catch(() => undefined);
      });
      await session.send('Fetch.enable', { patterns: DIVERTED.map((urlPattern) => ({ urlPattern })) });
    },
    end: (page) => page.evaluate(endKeptToken, [APP_CHECK_DATABASE, STORE]),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
