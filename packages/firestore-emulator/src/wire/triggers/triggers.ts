import { setTimeout as sleep } from 'node:timers/promises';
import type { Change } from '../../database/api';
import { parseName } from '../names';
import { cloudEvent, raises } from './cloudEvent';
import { pathPattern } from './pathPattern';

/** The trigger that the Functions emulator registers for one v2 Firestore function. */
export interface TriggerDefinition {
  eventType: string;
  database: string;
  document: { value: string; matchType: string };
}

interface Trigger extends TriggerDefinition {
  projectId: string;
  matches: (path: string) => boolean;
}

/** Delays between attempts to reach the Functions emulator, which restarts on every code change. */
const RETRY_AFTER_MS = [200, 1000, 3000];

/** Registers Firestore functions and delivers changes to them. */
export interface Triggers {
  register(projectId: string, id: string, definition: TriggerDefinition): void;
  remove(projectId: string, id: string): void;
  /** Returns at once. Each trigger receives the changes of one document in the order of commits. */
  dispatch(changes: Change[], commitTime: string): void;
  /** Resolves when all dispatched events have been delivered or have failed. */
  settled(): Promise<void>;
}

interface TriggersOptions {
  /** `host:port` of the Functions emulator. Without it, nothing is delivered. */
  functionsHost: string | undefined;
  /** Receives one line for every failed delivery. */
  log: (line: string) => void;
}

export function createTriggers({ functionsHost, log }: TriggersOptions): Triggers {
  const triggers = new Map<string, Trigger>();
  const queues = new Map<string, Promise<void>>();

  const enqueue = (key: string, deliverOne: () => Promise<void>) => {
    const queue = (queues.get(key) ?? Promise.resolve()).then(deliverOne);
    queues.set(key, queue);
    void queue.then(() => {
      if (queues.get(key) === queue) queues.delete(key);
    });
  };

  return {
    register(projectId, id, definition) {
      triggers.set(`${projectId}/${id}`, { ...definition, projectId, matches: pathPattern(definition.document.value) });
    },
    remove(projectId, id) {
      triggers.delete(`${projectId}/${id}`);
    },
    dispatch(changes, commitTime) {
      if (!functionsHost || triggers.size === 0) return;
      for (const change of changes) {
        const { projectId, databaseId, path } = parseName(change.name);
        for (const [key, trigger] of triggers) {
          if (trigger.projectId !== projectId || trigger.database !== databaseId) continue;
          if (!raises(trigger.eventType, change) || !trigger.matches(path)) continue;
          const event = cloudEvent(trigger.eventType, change, commitTime);
          const id = key.slice(projectId.length + 1);
          const url = `http://${functionsHost}/functions/projects/${projectId}/triggers/${id}`;
          enqueue(`${key} ${change.name}`, () => deliver(url, event, log));
        }
      }
    },
    async settled() {
      while (queues.size > 0) await Promise.all(queues.values());
    },
  };
}

/** Retries only if the emulator cannot be reached. Whether a function that throws is retried is its own setting. */
async function deliver(url: string, event: Record<string, unknown>, log: (line: string) => void): Promise<void> {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/cloudevents+json; charset=UTF-8' },
    body: JSON.stringify(event),
  };
  for (let attempt = 0; ; attempt++) {
    try {
      const reply = await fetch(url, init);
      await reply.arrayBuffer();
      if (!reply.ok) log(`Trigger ${url} answered ${reply.status} for ${event.document}`);
      return;
    } catch (error) {
      const wait = RETRY_AFTER_MS[attempt];
      if (wait === undefined) {
        log(`Trigger ${url} could not be reached for ${event.document}: ${String(error)}`);
        return;
      }
      await sleep(wait);
    }
  }
}
