import { messageOf } from '../../src/platform/errors';
import { differences, type Expected } from './compare';

/** What came back: a status and the body, as the service sent it or as our gateway read it. */
export interface Answer {
  /** `ok` and `error` for what is no HTTP answer. */
  status: number | 'ok' | 'error';
  body: unknown;
}

export interface Steps {
  /**
   * Asks, and compares the answer's status and fields with what is expected. Returns the body, for what follows.
   */
  expect<Body = unknown>(
    name: string,
    expected: { status: Answer['status']; body?: Expected },
    ask: () => Promise<Answer>,
  ): Promise<Body>;
  /** Ends the scenario, because this account or service lacks something. `reason` says what to do. */
  skip(reason: string): never;
}

/** Requests that belong together. `Tools` is what they are asked with. */
export interface Scenario<Tools> {
  name: string;
  run(steps: Steps, tools: Tools): Promise<void>;
}

class Skipped extends Error {}

export interface Result {
  name: string;
  requests: number;
  /** One line each. */
  differences: string[];
  /** Why it was not run, or null. */
  skipped: string | null;
}

/** Runs one scenario to its end, whatever differs on the way. */
export async function runScenario<Tools>(scenario: Scenario<Tools>, tools: Tools): Promise<Result> {
  const result: Result = { name: scenario.name, requests: 0, differences: [], skipped: null };
  let last = 'the start';
  const steps: Steps = {
    async expect<Body>(
      name: string,
      expected: { status: Answer['status']; body?: Expected },
      ask: () => Promise<Answer>,
    ) {
      last = name;
      result.requests += 1;
      const { status, body } = await ask();
      const found = [
        ...differences(expected.status, status, 'status'),
        ...('body' in expected ? differences(expected.body, body) : []),
      ];
      result.differences.push(...found.map((line) => `${name} › ${line}`));
      return body as Body;
    },
    skip(reason) {
      throw new Skipped(reason);
    },
  };
  try {
    await scenario.run(steps, tools);
  } catch (error) {
    if (error instanceof Skipped) result.skipped = error.message;
    else result.differences.push(`it broke off after ${last}: ${messageOf(error)}`);
  }
  return result;
}

/** What a gateway of ours returns or throws, as an answer. */
export async function read(work: () => Promise<unknown>): Promise<Answer> {
  try {
    return { status: 'ok', body: await work() };
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
    return { status: 'error', body: { code, message: messageOf(error) } };
  }
}
