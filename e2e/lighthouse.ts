/**
 * Lighthouse (mobile) on the landing page of a running suite: five runs, the median of each figure.
 * Run: npm run lighthouse
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { chromiumLaunch } from '@heirlight/test-browser/chromium';
import { chromium } from '@playwright/test';
import { suiteUrls } from './src/suiteUrls';

/** What is used of Lighthouse. Its own types are installed with it, when it is first used (tools/lighthouse). */
interface Lighthouse {
  default(
    url: string,
    flags: { port: number; logLevel: 'error' },
  ): Promise<
    | {
        lhr: {
          categories: Record<string, { title: string; score: number | null }>;
          audits: Record<string, { numericValue?: number }>;
        };
      }
    | undefined
  >;
}
const entry = createRequire(new URL('../tools/lighthouse/package.json', import.meta.url)).resolve('lighthouse');
const { default: lighthouse } = (await import(pathToFileURL(entry).href)) as Lighthouse;

const RUNS = 5;
const GOALS: Record<string, string> = {
  Performance: '100',
  Accessibility: '100',
  'Best Practices': '100',
  SEO: '100',
  'LCP s': '1.3',
  'TBT ms': '50',
  CLS: '0.010',
};
const DEBUG_PORT = 9_333;

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const launch = await chromiumLaunch();
const browser = await chromium.launch({ ...launch, args: [...launch.args, `--remote-debugging-port=${DEBUG_PORT}`] });
const figures = new Map<string, number[]>();
try {
  for (let run = 0; run < RUNS; run++) {
    const result = await lighthouse(suiteUrls.app, { port: DEBUG_PORT, logLevel: 'error' });
    if (!result) throw new Error('Lighthouse gave no result');
    const { categories, audits } = result.lhr;
    const row: Record<string, number> = {
      ...Object.fromEntries(Object.values(categories).map(({ title, score }) => [title, (score ?? 0) * 100])),
      'FCP s': (audits['first-contentful-paint']?.numericValue ?? 0) / 1000,
      'LCP s': (audits['largest-contentful-paint']?.numericValue ?? 0) / 1000,
      'TBT ms': audits['total-blocking-time']?.numericValue ?? 0,
      CLS: audits['cumulative-layout-shift']?.numericValue ?? 0,
    };
    for (const [name, value] of Object.entries(row)) figures.set(name, [...(figures.get(name) ?? []), value]);
  }
} finally {
  await browser.close();
}
console.log(`Landing page, Lighthouse mobile, median of ${RUNS} runs\n`);
console.log(`${' '.repeat(18)}${['median', 'goal'].map((word) => word.padStart(8)).join('')}`);
for (const [name, values] of figures) {
  const text = median(values).toFixed(name === 'CLS' ? 3 : 1);
  console.log(`${name.padEnd(18)}${text.padStart(8)}${(GOALS[name] ?? '').padStart(8)}`.trimEnd());
}
