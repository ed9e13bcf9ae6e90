import { casesFor } from '../cases';
import { type WebOptions, webDriver } from '../drivers/web';
import { newScope } from '../harness/case';
import type { Driver } from '../harness/driver';

/** What the page offers the test: one case after the other over the web SDK as browsers have it. */
export interface PageConformance {
  open(options: WebOptions): void;
  /** @returns the failure's message, or null. */
  run(chapter: string, name: string): Promise<string | null>;
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
  async close() {
    await driver?.close();
  },
};

Object.assign(globalThis, { conformance: page });
