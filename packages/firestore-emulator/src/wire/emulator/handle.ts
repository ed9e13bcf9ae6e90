import type { IncomingMessage, ServerResponse } from 'node:http';
import { FirestoreError } from '../../database/errors';
import type { Backend } from '../backend';
import type { FaultPlan } from '../faults';
import { parseBody, readBody, sendJson } from '../rest/http';
import { decode } from '../rest/route';
import type { RulesFile } from '../rulesStore';
import { isStatusName } from '../status';
import type { TriggerDefinition, Triggers } from '../triggers/triggers';
import { coveragePage } from './coveragePage';
import { exportDatabase } from './exports';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
}

type Json = Record<string, unknown>;
type Endpoint = (context: { backend: Backend; triggers: Triggers; url: URL; body: Json; project: string }) => Promise<{
  status?: number;
  /** Text is sent as it is. */
  reply: unknown;
  contentType?: string;
}>;

/** The emulator's own HTTP interface, which firebase-tools and rules-unit-testing use. */
const ENDPOINTS: [method: string, path: RegExp, endpoint: Endpoint][] = [
  ['GET', /^\/$/, async () => ({ reply: 'Ok\n' })],
  ['PUT', /^\/emulator\/v1\/projects\/([^/:]+):securityRules$/, setRules],
  ['GET', /^\/emulator\/v1\/projects\/([^/:]+):ruleCoverage$/, coverageReport],
  ['GET', /^\/emulator\/v1\/projects\/([^/:]+):ruleCoverage\.html$/, coverageAsPage],
  ['DELETE', /^\/emulator\/v1\/projects\/([^/]+)\/databases\/[^/]+\/documents$/, clear],
  ['POST', /^\/emulator\/v1\/projects\/([^/]+)\/eventarcTrigger$/, registerTrigger],
  ['DELETE', /^\/emulator\/v1\/projects\/([^/]+)\/eventarcTrigger$/, removeTrigger],
  ['PUT', /^\/emulator\/v1\/projects\/([^/]+)\/triggers\/[^/]+$/, refuseFirstGeneration],
  ['POST', /^\/emulator\/v1\/projects\/([^/:]+):export$/, exportProject],
  // Not in Google's emulator: planned faults for tests. GET returns the rest of the plan, POST replaces it.
  ['GET', /^\/emulator\/v1\/heirlight:faults$/, async ({ backend }) => ({ reply: backend.faults.plan })],
  ['POST', /^\/emulator\/v1\/heirlight:faults$/, setFaults],
  // Neither: what would be billed.
  ['GET', /^\/emulator\/v1\/heirlight:usage$/, async ({ backend }) => ({ reply: backend.usage })],
];

/** @returns false if the URL belongs to none of these endpoints */
export async function handleEmulator(backend: Backend, triggers: Triggers, exchange: Exchange): Promise<boolean> {
  const { request, response, url } = exchange;
  for (const [method, path, endpoint] of ENDPOINTS) {
    const match = method === request.method ? path.exec(decode(url.pathname)) : null;
    if (!match) continue;
    const body = parseBody(await readBody(request)) as Json;
    const {
      status = 200,
      reply,
      contentType,
    } = await endpoint({ backend, triggers, url, body, project: match[1] ?? '' });
    if (contentType) response.setHeader('Content-Type', contentType);
    if (typeof reply === 'string') response.end(reply);
    else sendJson(response, status, reply);
    return true;
  }
  return false;
}

async function setRules({ backend, body, project }: Parameters<Endpoint>[0]): ReturnType<Endpoint> {
  const files = (body.rules as { files?: RulesFile[] } | undefined)?.files;
  if (!Array.isArray(files) || files.some(({ content }) => typeof content !== 'string')) {
    throw new FirestoreError('INVALID_ARGUMENT', 'rules.files must list files with a name and their content.');
  }
  const { accepted, issues } = backend.rules.replace(project, files);
  if (accepted) return { reply: { issues } };
  const message = issues
    .map(
      ({ severity, description, sourcePosition: at }) =>
        `${at.fileName}:${at.line}:${at.column} ${severity} ${description}`,
    )
    .join('\n');
  // With `ignore_errors`, firebase-tools reads the issues from a successful reply and prints them itself.
  const status = body.ignore_errors === true ? 200 : 400;
  return {
    status,
    reply: { issues, ...(status === 400 && { error: { code: 400, message, status: 'INVALID_ARGUMENT' } }) },
  };
}

/** Source: https://firebase.google.com/docs/rules/emulator-reports */
async function coverageReport({ backend, project }: Parameters<Endpoint>[0]): ReturnType<Endpoint> {
  const coverage = backend.rules.of(project).coverage();
  return {
    reply: {
      rules: { files: coverage.map(({ file }) => file) },
      report: coverage.flatMap(({ expressions }) => expressions),
    },
  };
}

async function coverageAsPage({ backend, project }: Parameters<Endpoint>[0]): ReturnType<Endpoint> {
  const reply = coveragePage(project, backend.rules.of(project).coverage());
  return { reply, contentType: 'text/html; charset=utf-8' };
}

async function clear({ backend, url }: Parameters<Endpoint>[0]): ReturnType<Endpoint> {
  const [, database] = /^\/emulator\/v1\/(.*)\/documents$/.exec(decode(url.pathname)) ?? [];
  backend.databaseOf(database).clear();
  return { reply: {} };
}

async function registerTrigger({ triggers, url, body, project }: Parameters<Endpoint>[0]): ReturnType<Endpoint> {
  const id = url.searchParams.get('eventarcTriggerId');
  const { eventType, database = '(default)', document } = body as Partial<TriggerDefinition>;
  if (!id || !eventType || !document?.value) {
    throw new FirestoreError('INVALID_ARGUMENT', 'A trigger needs eventarcTriggerId, eventType and document.value.');
  }
  triggers.register(project, id, { eventType, database, document });
  return { reply: {} };
}

async function removeTrigger({ triggers, url, project }: Parameters<Endpoint>[0]): ReturnType<Endpoint> {
  triggers.remove(project, url.searchParams.get('eventarcTriggerId') ?? '');
  return { reply: {} };
}

async function refuseFirstGeneration(): ReturnType<Endpoint> {
  throw new FirestoreError('UNIMPLEMENTED', 'This local Firestore delivers to second-generation functions only.');
}

async function exportProject({ backend, body, project }: Parameters<Endpoint>[0]): ReturnType<Endpoint> {
  const { database = `projects/${project}/databases/(default)`, export_directory, export_name } = body;
  if (typeof export_directory !== 'string' || typeof export_name !== 'string') {
    throw new FirestoreError('INVALID_ARGUMENT', 'export_directory and export_name are required.');
  }
  await exportDatabase(backend, { database: String(database), directory: export_directory, name: export_name });
  return { reply: {} };
}

async function setFaults({ backend, body }: Parameters<Endpoint>[0]): ReturnType<Endpoint> {
  const known = new Set(['delayMs', 'abortNextCommits', 'failNext', 'dropNextReplies', 'transactionIdleMs']);
  const unknown = Object.keys(body).filter((key) => !known.has(key));
  const { failNext } = body as FaultPlan;
  if (unknown.length > 0 || (failNext && !(Number.isInteger(failNext.count) && isStatusName(failNext.status)))) {
    const hint = `known: ${[...known].join(', ')}; failNext is {count, status}`;
    throw new FirestoreError('INVALID_ARGUMENT', `Unknown fault plan ${JSON.stringify(body)} (${hint}).`);
  }
  backend.faults.replace(body as FaultPlan);
  return { reply: backend.faults.plan };
}
