import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_AFTER_MS = 100;

/** Repeats a request until there is a response: emulators are started beside the host, each with its own time limit. */
export async function untilReached(url: string, init: RequestInit): Promise<Response> {
  for (;;) {
    try {
      return await fetch(url, init);
    } catch {
      await sleep(RETRY_AFTER_MS);
    }
  }
}
