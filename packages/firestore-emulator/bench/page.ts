import { type WebOptions, webDriver } from '../conformance/drivers/web';
import { type Measures, measure } from './measure';

/** What the benchmark's page offers. */
export interface BenchPage {
  run(options: WebOptions): Promise<Measures>;
}

const page: BenchPage = {
  async run(options) {
    const reader = webDriver(options);
    const writer = webDriver(options);
    const measures = await measure(reader, writer);
    await Promise.all([reader.close(), writer.close()]);
    return measures;
  },
};

Object.assign(globalThis, { bench: page });
