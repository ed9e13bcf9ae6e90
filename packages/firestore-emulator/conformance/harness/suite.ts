import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { casesFor } from '../cases';
import { type Feature, newScope } from './case';
import type { Driver } from './driver';
import { openTarget, type Target } from './server';

const CASE_LIMIT_MS = 20_000;

interface ConformanceOptions {
  kind: Driver['kind'];
  open: (target: Target) => Driver;
  /** Leaves out the cases that need one of these. */
  lacks?: readonly Feature[];
}

/** Runs the cases over one SDK, in this process. */
export function conformance(name: string, { kind, open, lacks = [] }: ConformanceOptions): void {
  describe(name, () => {
    let target: Target;
    let driver: Driver;
    beforeAll(async () => {
      target = await openTarget();
      driver = open(target);
    });
    afterAll(async () => {
      await driver.close();
      await target.close();
    });
    for (const [chapter, cases] of casesFor(kind, lacks)) {
      if (cases.length === 0) continue;
      describe(chapter, () => {
        for (const each of cases) it(each.name, () => each.run(driver, newScope()), CASE_LIMIT_MS);
      });
    }
  });
}
