import type { Endpoint } from './endpoints';

/** What one function did since the host was started. */
export interface FunctionUsage {
  name: string;
  /** Of one instance. */
  memoryMiB: number;
  /** vCPUs of one instance. */
  cpu: number;
  /** Whether a task queue starts it. */
  isTask: boolean;
  invocations: number;
  /** From each request until its answer is sent, added up. */
  milliseconds: number;
  /** The same as it is billed: each request rounded up to a tenth of a second. https://cloud.google.com/run/pricing */
  billedMilliseconds: number;
}

export interface UsageMeter {
  /** Notes one run of a function. */
  during(name: string, run: () => unknown): Promise<void>;
  /** @param elsewhere what the processes report that run some of the functions for this one */
  report(elsewhere: readonly Pick<UsageReport, 'processorMilliseconds'>[]): UsageReport;
}

export interface UsageReport {
  functions: FunctionUsage[];
  /** What the processes computed since their start, for all functions. */
  processorMilliseconds: number;
}

const BILLED_MS = 100;

export function createUsage(endpoints: readonly Endpoint[]): UsageMeter {
  const functions = endpoints.map((endpoint) => ({
    ...{ name: endpoint.name, memoryMiB: endpoint.memoryMiB, cpu: endpoint.cpu, isTask: 'queue' in endpoint },
    ...{ invocations: 0, milliseconds: 0, billedMilliseconds: 0 },
  }));
  return {
    async during(name, run) {
      const usage = functions.find((one) => one.name === name);
      const started = performance.now();
      try {
        await run();
      } finally {
        if (usage) {
          const milliseconds = performance.now() - started;
          usage.invocations += 1;
          usage.milliseconds += milliseconds;
          usage.billedMilliseconds += Math.ceil(milliseconds / BILLED_MS) * BILLED_MS;
        }
      }
    },
    report(elsewhere) {
      const { user, system } = process.cpuUsage();
      const here = (user + system) / 1000;
      return {
        functions: structuredClone(functions),
        processorMilliseconds: elsewhere.reduce((sum, { processorMilliseconds }) => sum + processorMilliseconds, here),
      };
    },
  };
}
