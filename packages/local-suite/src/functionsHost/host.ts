import { type IncomingMessage, request as requestOf, type Server, type ServerResponse } from 'node:http';
import { type CloudEvent, cloudEvent, http } from '@google-cloud/functions-framework';
import { getTestServer } from '@google-cloud/functions-framework/testing';
import { type Service, sendJson } from '@heirlight/emulator-kit/http';
import { type Endpoint, type EventData, endpointsOf } from './endpoints';
import { createUsage, type UsageMeter, type UsageReport } from './usage';

/** Registered beside the backend's functions: takes every event and hands it to those that want it. */
const EVENTS = 'trigger-multicast';

const HTTP_PATH = /^\/[^/]+\/[^/]+\/([^/?]+)/;
const EVENT_PATH = /^\/functions\/projects\/[^/]+\/trigger_multicast$/;
/** One function by its trigger: a schedule, or an event that Firestore found to be for it. */
const TRIGGER_PATH = /^\/functions\/projects\/[^/]+\/triggers\/[a-z]+-[a-z]+\d+-([^/]+)-0$/;

/** Lists the functions, by the names of their exports. */
const BACKENDS_PATH = '/backends';
/** Not in firebase-tools' emulator: what would be billed. */
const USAGE_PATH = '/usage';

/** The function a path of firebase-tools' Functions emulator asks for. */
function targetOf(path: string): string | undefined {
  if (EVENT_PATH.test(path)) return EVENTS;
  return (TRIGGER_PATH.exec(path) ?? HTTP_PATH.exec(path))?.[1];
}

function wants(endpoint: Endpoint & { kind: 'event' }, event: CloudEvent<EventData>): boolean {
  const isEqual = ([key, value]: [string, unknown]) => event.data?.[key] === value;
  return endpoint.eventType === event.type && Object.entries(endpoint.filters).every(isEqual);
}

/** Cloud Functions' own runtime around each function: body parsing with `rawBody`, CloudEvents, errors. */
function register(endpoints: readonly Endpoint[], usage: UsageMeter): Map<string, Server> {
  const listeners = endpoints.filter((endpoint) => endpoint.kind === 'event');
  const callees = endpoints.filter((endpoint) => endpoint.kind === 'http');
  for (const { name, handler } of callees) http(name, handler);
  for (const { name, handler } of listeners) cloudEvent(name, handler);
  cloudEvent(EVENTS, async (event: CloudEvent<EventData>) => {
    await Promise.all(
      listeners.filter((one) => wants(one, event)).map(({ name, handler }) => usage.during(name, () => handler(event))),
    );
  });
  return new Map([...endpoints.map(({ name }) => name), EVENTS].map((name) => [name, getTestServer(name)]));
}

/**
 * The Storage emulator sends an event twice, first in the form of 1st-generation functions. This backend has none.
 */
function isFirstGeneration(request: IncomingMessage): boolean {
  return !request.headers['content-type']?.includes('cloudevents');
}

/** Hands a request on as it is, and its response back. A process that cannot be reached cuts the connection. */
function passOn(request: IncomingMessage, response: ServerResponse, origin: string): void {
  const { method, headers, url = '/' } = request;
  const onward = requestOf(new URL(url, origin), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}

/** Of a function that answers one request at a time, so many run at once here; deployed, each would have an instance. */
const AT_ONCE = 2;

/** Lets so many requests of a function be answered at once, and the others wait for their turn, in their order. */
function createTurns(): (name: string, response: ServerResponse, answer: () => void) => void {
  const running = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  return (name, response, answer) => {
    const queue = waiting.get(name) ?? [];
    waiting.set(name, queue);
    const begin = () => {
      running.set(name, (running.get(name) ?? 0) + 1);
      response.once('close', () => {
        running.set(name, (running.get(name) ?? 0) - 1);
        next();
      });
      answer();
    };
    const next = () => {
      if ((running.get(name) ?? 0) < AT_ONCE) queue.shift()?.();
    };
    // Whoever has hung up meanwhile is not waited for.
    queue.push(() => (response.destroyed ? next() : begin()));
    next();
  };
}

/**
 * Origins of further hosts that run what answers one request at a time: what somebody has called, and queues' tasks. One
 * that has crashed will be elsewhere.
 */
export interface AloneHosts {
  calls: () => Promise<string>;
  tasks: () => Promise<string>;
}

/**
 * Serves a backend's functions in one process, many requests at once, as an instance of a 2nd-generation function does
 * (https://cloud.google.com/run/docs/about-concurrency); firebase-tools' Functions emulator starts a process for each
 * request that finds the others busy. Functions that are deployed to answer one request at a time run in processes of
 * their own if there are any: a picture would keep all others waiting for seconds, and a task that finishes one would
 * keep those waiting who have called. There `AT_ONCE` requests of each run at once, or ten pictures would keep each other
 * from all they wait for with a time limit. Speaks that emulator's paths: `/{project}/{region}/{name}`, the events of
 * Storage, Auth and Firestore, the schedule and `/backends`. Like there, a failed event is not repeated.
 *
 * @param exports what the backend's entry file exports
 */
export function createFunctionsHost(exports: object, { alone }: { alone?: AloneHosts } = {}): Service {
  const endpoints = endpointsOf(exports);
  const usage = createUsage(endpoints);
  const servers = register(endpoints, usage);
  const inTurn = createTurns();
  const isAlone = new Set(endpoints.flatMap((endpoint) => (endpoint.isAlone ? [endpoint.name] : [])));
  const originOf = (name: string) => {
    const endpoint = alone && isAlone.has(name) ? endpoints.find((one) => one.name === name) : undefined;
    return endpoint && alone && ('queue' in endpoint ? alone.tasks : alone.calls)();
  };
  const triggers = endpoints.map(({ name }) => ({ entryPoint: name.replaceAll('-', '.') }));
  return {
    async listener(request: IncomingMessage, response: ServerResponse) {
      const { pathname } = new URL(request.url ?? '/', 'http://host');
      if (pathname === BACKENDS_PATH) {
        request.resume();
        sendJson(response, { status: 200, body: { backends: [{ functionTriggers: triggers }] } });
        return;
      }
      if (pathname === USAGE_PATH) {
        request.resume();
        const read = async (origin: () => Promise<string>) =>
          (await (await fetch(`${await origin()}${USAGE_PATH}`)).json()) as UsageReport;
        sendJson(response, {
          status: 200,
          body: usage.report(await Promise.all(Object.values(alone ?? {}).map(read))),
        });
        return;
      }
      const target = targetOf(pathname) ?? '';
      const server = servers.get(target);
      if (server && target !== EVENTS) {
        void usage.during(target, () => new Promise((resolve) => response.once('close', resolve)));
      }
      const elsewhere = await originOf(target);
      if (elsewhere !== undefined) {
        passOn(request, response, elsewhere);
        return;
      }
      if (server && !(target === EVENTS && isFirstGeneration(request))) {
        const answer = () => server.emit('request', request, response);
        if (isAlone.has(target)) inTurn(target, response, answer);
        else answer();
        return;
      }
      request.resume();
      if (server) sendJson(response, { status: 200, body: {} });
      else sendJson(response, { status: 404, body: { error: `There is no function ${target}` } });
    },
  };
}
