import type { CloudEventFunction, HttpFunction } from '@google-cloud/functions-framework';

/**
 * A function as `firebase deploy` would find it in the backend's exports. `isAlone`: an instance of it answers one
 * request at a time.
 */
export type Endpoint = { name: string; memoryMiB: number; cpu: number; isAlone: boolean } & (
  | { kind: 'http'; handler: HttpFunction; queue?: QueueConfig }
  | {
      kind: 'event';
      handler: CloudEventFunction<EventData>;
      eventType: string;
      filters: Record<string, unknown>;
      /** Pattern of the documents whose changes it hears of; null for other events. */
      documents: string | null;
    }
);

/** How often the tasks of a function's queue are tried, and how fast. */
export interface QueueConfig {
  retryConfig?: Record<string, unknown>;
  rateLimits?: Record<string, unknown>;
}

/** What an event's filters look at, e.g. the bucket of a stored file. */
export type EventData = Record<string, unknown>;

/** What firebase-functions notes on each function it makes. */
interface Manifest {
  /** A number, or a sign for "whatever is usual". */
  availableMemoryMb?: unknown;
  cpu?: unknown;
  concurrency?: unknown;
  eventTrigger?: {
    eventType: string;
    eventFilters?: Record<string, unknown>;
    eventFilterPathPatterns?: { document?: string };
  };
  taskQueueTrigger?: QueueConfig;
}

/** Source: https://firebase.google.com/docs/functions/manage-functions#set_timeout_and_memory_allocation */
const USUAL_MEMORY_MIB = 256;

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * Every function in a backend's exports, named as deployed: groups give their members a prefix and a hyphen. Callables,
 * webhooks, schedules and queues are all reached by HTTP; only events are not.
 */
export function endpointsOf(exports: object, prefix = ''): Endpoint[] {
  return Object.entries(exports).flatMap(([key, value]): Endpoint[] => {
    const name = `${prefix}${key}`;
    if (typeof value !== 'function') return isGroup(value) ? endpointsOf(value, `${name}-`) : [];
    const manifest = (value as { __endpoint?: Manifest }).__endpoint;
    if (!manifest) return [];
    const { eventTrigger: event, taskQueueTrigger: queue } = manifest;
    const memoryMiB = typeof manifest.availableMemoryMb === 'number' ? manifest.availableMemoryMb : USUAL_MEMORY_MIB;
    const size = {
      memoryMiB,
      cpu: typeof manifest.cpu === 'number' ? manifest.cpu : 1,
      isAlone: manifest.concurrency === 1,
    };
    if (!event) return [{ name, ...size, kind: 'http', handler: value as HttpFunction, ...(queue ? { queue } : {}) }];
    const {
      eventType,
      eventFilters: filters = {},
      eventFilterPathPatterns: { document: documents = null } = {},
    } = event;
    return [
      { name, ...size, kind: 'event', handler: value as CloudEventFunction<EventData>, eventType, filters, documents },
    ];
  });
}
