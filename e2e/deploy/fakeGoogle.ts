import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const API_FILE = join(__dirname, '../../node_modules/firebase-tools/lib/api.js');

export interface FakeGoogle {
  /** Environment of firebase-tools: somebody is signed in, and every request goes here. */
  env: Record<string, string>;
  /** Secret Manager's values by name. */
  secrets: Map<string, string>;
  /** Requests without a route here. firebase-tools asks for something new. */
  unknown: string[];
  close: () => Promise<void>;
}

interface Call {
  method: string;
  path: string;
  body: string;
}

/** Names of the variables, one for each of Google's APIs, that move firebase-tools' requests to another origin. */
function originVariables(): string[] {
  const source = readFileSync(API_FILE, 'utf8');
  return [...source.matchAll(/envOverride\("(\w+)",\s*"https:/g)].map(([, name]) => name!);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Returns what Google says of a new project on the Blaze plan to its owner. Undefined: no route, or no such secret. */
function replyTo(
  { method, path, body }: Call,
  { project, secrets }: { project: string; secrets: Map<string, string> },
) {
  const bucket = `${project}.firebasestorage.app`;
  const routes: [RegExp, (name: string) => unknown][] = [
    [/^POST \/oauth2\/v3\/token$/, () => ({ access_token: 'token', expires_in: 3600 })],
    [/:testIamPermissions$/, () => ({ permissions: (JSON.parse(body) as { permissions: string[] }).permissions })],
    [/^GET \/v1\/projects\/[^/]+\/services\/[^/]+$/, () => ({ state: 'ENABLED' })],
    [/^POST \/v1beta1\/projects\/[^/]+\/services\/[^/]+:generateServiceIdentity$/, () => ({})],
    [
      /^GET \/v1(beta1)?\/projects\/[^/]+$/,
      () => ({ projectId: project, projectNumber: '1', resources: { hostingSite: project } }),
    ],
    [/^GET \/v1beta1\/projects\/[^/]+\/sites\/[^/]+$/, () => ({ name: `projects/${project}/sites/${project}` })],
    [/^POST \/v1beta1\/projects\/[^/]+\/sites\/[^/]+\/versions$/, () => ({ name: `sites/${project}/versions/1` })],
    [/\/storage\/v1\/projects\/[^/]+\/serviceAccount$/, () => ({ email_address: 'storage@gserviceaccount.com' })],
    [/\/compute\/v1\/projects\/1$/, () => ({ defaultServiceAccount: '1-compute@developer.gserviceaccount.com' })],
    [/\/adminSdkConfig$/, () => ({ projectId: project, storageBucket: bucket })],
    [/\/v1beta1\/projects\/[^/]+\/configs$/, () => ({})],
    [/\/defaultBucket$/, () => ({ name: `projects/${project}/defaultBucket`, bucket: { name: `b/o/${bucket}` } })],
    [/\/storage\/v1\/b\/[^/]+$/, () => ({ name: bucket, location: 'US-CENTRAL1' })],
    [/^GET \/v[12]\/projects\/[^/]+\/locations\/-\/functions$/, () => ({})],
    [/^GET \/v1beta\/projects\/[^/]+\/instances$/, () => ({})],
    [/^GET \/v1\/projects\/[^/]+\/databases\/\(default\)$/, () => ({ type: 'FIRESTORE_NATIVE', locationId: 'nam5' })],
    [/^POST \/v1\/projects\/[^/]+:test$/, () => ({ issues: [] })],
    [/^GET \/v1\/projects\/[^/]+\/releases$/, () => ({})],
    [/^(GET|POST) \/v1\/projects\/[^/]+:[gs]etIamPolicy$/, () => ({ bindings: [] })],
    [/\/secrets\/(\w+)\/versions\/latest:access$/, (name) => ({ payload: { data: btoa(secrets.get(name) ?? '') } })],
    [
      /\/secrets\/(\w+)\/versions\/latest$/,
      (name) => ({ name: `projects/1/secrets/${name}/versions/1`, state: 'ENABLED' }),
    ],
    [/\/secrets\/(\w+):addVersion$/, (name) => addSecret(name)],
    [/\/secrets\/(\w+)\/versions\/1$/, (name) => ({ name: `projects/1/secrets/${name}/versions/1`, state: 'ENABLED' })],
    [/\/secrets\/(\w+):getIamPolicy$/, () => ({ bindings: [] })],
    [
      /^GET .*\/secrets\/(\w+)$/,
      (name) =>
        secrets.has(name) ? { name: `projects/1/secrets/${name}`, labels: { 'firebase-managed': 'true' } } : undefined,
    ],
    [/^POST .*\/secrets$/, () => ({ name: `projects/1/secrets/new` })],
  ];
  function addSecret(name: string) {
    const { payload } = JSON.parse(body) as { payload: { data: string } };
    secrets.set(name, atob(payload.data));
    return { name: `projects/1/secrets/${name}/versions/1`, state: 'ENABLED' };
  }
  const asked = `${method} ${path}`;
  for (const [pattern, reply] of routes) {
    const match = pattern.exec(asked);
    if (match) return reply(match[1] ?? '');
  }
  return undefined;
}

/** Serves Google's APIs to firebase-tools, so that a deploy runs here up to the point where it changes something. */
export async function startFakeGoogle(project: string): Promise<FakeGoogle> {
  const secrets = new Map<string, string>();
  const unknown: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://google');
    const call = { method: request.method ?? '', path: decodeURIComponent(pathname), body: await bodyOf(request) };
    const reply = replyTo(call, { project, secrets });
    // firebase-tools asks for each secret first and makes those that are missing.
    if (reply === undefined && !/\/secrets\/\w+$/.test(call.path)) unknown.push(`${call.method} ${call.path}`);
    response.writeHead(reply === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply ?? { error: { code: 404, message: 'not found', status: 'NOT_FOUND' } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: {
      ...Object.fromEntries(originVariables().map((name) => [name, origin])),
      FIREBASE_TOKEN: 'refresh-token',
    },
    secrets,
    unknown,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
