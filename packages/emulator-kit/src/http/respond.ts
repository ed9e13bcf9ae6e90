import type { ServerResponse } from 'node:http';

type Headers = Record<string, string>;

export interface Reply {
  status: number;
  headers?: Headers;
}

export function sendJson(response: ServerResponse, { status, body, headers }: Reply & { body: unknown }): void {
  send(response, {
    status,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });
}

/** Pages never run foreign scripts, are never framed, and are never cached: what they show changes by the second. */
export function sendHtml(response: ServerResponse, { status, body, headers }: Reply & { body: string }): void {
  send(response, {
    status,
    body,
    headers: { 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY', ...headers },
  });
}

/** 303 makes the browser follow with GET after a form was posted. */
export function redirect(response: ServerResponse, location: string): void {
  send(response, { status: 303, body: '', headers: { location } });
}

export function send(response: ServerResponse, { status, body, headers }: Reply & { body: string | Buffer }): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  });
  response.end(body);
}
