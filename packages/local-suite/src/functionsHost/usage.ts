import type { Endpoint } from './endpoints';

/** What one function did since the host was started. */
export interface FunctionUsage {
  name: string;
  /** Of one instance. */
  memoryMiB: number;
  /** vCPUs of one instance. */
  cpu: number;
  invocations: number;
  /** From each request until its answer is sent, added up. */
  milliseconds: number;
}

export interface UsageMeter {
  /** Notes one run of a function. */
  during(name: string, run: () => unknown): Promise<void>;
  report(): { functions: FunctionUsage[] };
}

export function createUsage(endpoints: readonly Endpoint[]): UsageMeter {
  const functions = endpoints.map(({ name, memoryMiB, cpu }) => ({
    ...{ name, memoryMiB, cpu },
    ...{ invocations: 0, milliseconds: 0 },
  }));
  return {
    async during(name, run) {
      const usage = functions.find((one) => one.name === name);
      const started = performance.now();
      try {
        await run();
      } finally {
        if (usage) {
          usage.invocations += 1;
          usage.milliseconds += performance.now() - started;
        }
      }
    },
    report: () => ({ functions: structuredClone(functions) }),
  };
}
