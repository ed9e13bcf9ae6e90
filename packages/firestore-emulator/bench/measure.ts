import type { Driver } from '../conformance/harness/driver';

/** Latencies in milliseconds, throughput per second. */
export interface Measures {
  latencyP50Ms: number;
  latencyP95Ms: number;
  writesPerSecond: number;
  readsPerSecond: number;
}

export const METRICS: (keyof Measures)[] = ['latencyP50Ms', 'latencyP95Ms', 'writesPerSecond', 'readsPerSecond'];

const WARM_UP = 15;
const SAMPLES = 80;
const CALLS = 400;
const IN_FLIGHT = 20;

/**
 * Measures one SDK. `reader` listens and `writer` writes. Both use their own collections, apart from those that fill
 * the database.
 */
export async function measure(reader: Driver, writer: Driver): Promise<Measures> {
  const latencies = await writeToListener(reader, writer);
  await throughput(50, (n) => writer.set(`warm/${n}`, { n }));
  const writesPerSecond = await throughput(CALLS, (n) => writer.set(`written/${n}`, { n }));
  // Different documents, because the web SDK merges concurrent reads of the same one.
  const readsPerSecond = await throughput(CALLS, (n) => reader.get(`written/${n}`));
  return {
    latencyP50Ms: quantile(latencies, 0.5),
    latencyP95Ms: quantile(latencies, 0.95),
    writesPerSecond,
    readsPerSecond,
  };
}

async function writeToListener(reader: Driver, writer: Driver): Promise<number[]> {
  let arrived: (n: unknown) => void = () => undefined;
  const stop = reader.listen(
    { collection: 'inbox', where: [['open', '==', true]] },
    {
      next: ({ docs }) => arrived(docs[0]?.data.n),
      error: (error) => {
        throw error;
      },
    },
  );
  const latencies: number[] = [];
  for (let n = 0; n < WARM_UP + SAMPLES; n++) {
    const start = performance.now();
    const seen = new Promise<void>((resolve) => {
      arrived = (value) => {
        if (value === n) resolve();
      };
    });
    await Promise.all([
      writer.set('inbox/one', { n, open: true }),
      seen.then(() => latencies.push(performance.now() - start)),
    ]);
  }
  stop();
  return latencies.slice(WARM_UP);
}

async function throughput(calls: number, run: (n: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const worker = async () => {
    while (next < calls) await run(next++);
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return (calls * 1000) / (performance.now() - start);
}

function quantile(values: number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}
