/** How much memory a job takes: the whole process', sampled while it runs, against what it held before. */

const SAMPLE_MS = 25;
const MEGA = 1024 * 1024;

export interface Watched<T> {
  result: T;
  seconds: number;
  /** Highest resident set of the process while the job ran, in MiB. */
  peakMb: number;
}

export async function watch<T>(job: () => Promise<T>): Promise<Watched<T>> {
  let peak = process.memoryUsage.rss();
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, SAMPLE_MS);
  const since = performance.now();
  try {
    const result = await job();
    return {
      result,
      seconds: (performance.now() - since) / 1000,
      peakMb: Math.max(peak, process.memoryUsage.rss()) / MEGA,
    };
  } finally {
    clearInterval(timer);
  }
}
