import { casesFor } from '../cases';
import { type WebOptions, webDriver } from '../drivers/web';
import { newScope, record } from '../harness/case';
import type { Driver } from '../harness/driver';

/** What the page offers to the test: it runs cases over the browser's web SDK. */
export interface PageConformance {
  open(options: WebOptions): void;
  /** @returns the failure's message, or null */
  run(chapter: string, name: string): Promise<string | null>;
  /** Tries each action, `write PATH` or `listen PATH`, as a user. Returns `allowed` or the error's code for each. */
  permissions(options: WebOptions, actions: string[]): Promise<Record<string, string>>;
  /** Listens to a document until its field `n` has this value. */
  waitFor(options: WebOptions, path: string, n: number): Promise<void>;
  close(): Promise<void>;
}

let driver: Driver | undefined;

const page: PageConformance = {
  open(options) {
    driver = webDriver(options);
  },
  async run(chapter, name) {
    const found = casesFor('web')
      .find(([each]) => each === chapter)?.[1]
      .find((each) => each.name === name);
    if (!found || !driver) return `No such case: ${chapter} › ${name}`;
    try {
      await found.run(driver, newScope());
      return null;
    } catch (error) {
      return error instanceof Error ? `${error.message}\n${error.stack}` : String(error);
    }
  },
  async permissions(options, actions) {
    const client = webDriver(options);
    const outcome: Record<string, string> = {};
    for (const action of actions) {
      const [verb, path = ''] = action.split(' ');
      outcome[action] = await attempt(client, verb ?? '', path).then(
        () => 'allowed',
        (error: unknown) => client.codeOf(error),
      );
    }
    await client.close();
    return outcome;
  },
  async waitFor(options, path, n) {
    const client = webDriver(options);
    await new Promise<void>((resolve, reject) => {
      client.listen(path, { next: ({ docs }) => docs[0]?.data.n === n && resolve(), error: reject });
    });
    await client.close();
  },
  async close() {
    await driver?.close();
  },
};

async function attempt(client: Driver, verb: string, path: string): Promise<void> {
  if (verb === 'write') return client.set(path, { by: 'page' });
  const seen = record(client, path);
  await seen.until(({ fromCache }) => !fromCache, `a first snapshot of ${path}`);
  seen.stop();
}

Object.assign(globalThis, { conformance: page });
