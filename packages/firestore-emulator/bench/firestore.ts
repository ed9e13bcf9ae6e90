/**
 * Measures how fast the local Firestore is, and how that changes as documents that nobody listens to accumulate.
 * Run: npx tsx packages/firestore-emulator/bench/firestore.ts
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openPage } from '../conformance/browser/open';
import { adminDriver } from '../conformance/drivers/admin';
import type { Driver } from '../conformance/harness/driver';
import { METRICS, type Measures, measure } from './measure';
import type { BenchPage } from './page';

declare const bench: BenchPage;

const SIZES = [1, 100, 10_000];
const PROJECT = 'demo-bench';
const BATCH = 500;
const UNITS: Record<keyof Measures, string> = {
  latencyP50Ms: 'write to listener, p50 ms',
  latencyP95Ms: 'write to listener, p95 ms',
  writesPerSecond: 'writes per second',
  readsPerSecond: 'reads per second',
};

async function main(): Promise<void> {
  const server = await startServer();
  const host = `127.0.0.1:${server.port}`;
  const browser = await openPage(fileURLToPath(new URL('./page.ts', import.meta.url))).catch((error: unknown) => {
    console.log(`Chromium did not start, so WebChannel is not measured: ${String(error)}`);
    return undefined;
  });
  const results: Record<string, Measures[]> = { 'gRPC (firebase-admin)': [], 'WebChannel (web SDK, Chromium)': [] };
  for (const documents of SIZES) {
    const [reader, writer] = [adminDriver({ host, projectId: PROJECT }), adminDriver({ host, projectId: PROJECT })];
    await fill(host, writer, documents);
    results['gRPC (firebase-admin)']?.push(await measure(reader, writer));
    await Promise.all([reader.close(), writer.close()]);
    if (!browser) continue;
    const options = { host: '127.0.0.1', port: server.port, projectId: PROJECT };
    const measures = await browser.page.evaluate((each) => bench.run(each), options);
    results['WebChannel (web SDK, Chromium)']?.push(measures);
  }
  for (const [transport, measures] of Object.entries(results)) if (measures.length > 0) print(transport, measures);
  await browser?.close();
  server.child.kill('SIGINT');
}

async function fill(host: string, driver: Driver, documents: number): Promise<void> {
  const database = `projects/${PROJECT}/databases/(default)`;
  await fetch(`http://${host}/emulator/v1/${database}/documents`, { method: 'DELETE' });
  for (let from = 0; from < documents; from += BATCH) {
    const count = Math.min(BATCH, documents - from);
    const set = (n: number) => ({
      set: `items/${from + n}`,
      data: { n: from + n, open: true, name: `item ${from + n}` },
    });
    await driver.batch(Array.from({ length: count }, (_, n) => set(n)));
  }
}

function startServer(): Promise<{ child: ChildProcess; port: number }> {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', main, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
    child.stdout.on('data', (text: Buffer) => {
      const port = /^listening (\d+)$/m.exec(text.toString())?.[1];
      if (port) resolve({ child, port: Number(port) });
    });
  });
}

function print(transport: string, measures: Measures[]): void {
  const columns = [...SIZES.map((size) => `${size.toLocaleString('en')} documents`), 'last / first'];
  console.log(`\n${transport.padEnd(32)}${columns.map((column) => column.padStart(18)).join('')}`);
  for (const metric of METRICS) {
    const values = measures.map((each) => each[metric]);
    const ratio = (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN);
    const cells = [...values.map((value) => value.toFixed(value < 100 ? 1 : 0)), ratio.toFixed(2)];
    console.log(`${UNITS[metric].padEnd(32)}${cells.map((cell) => cell.padStart(18)).join('')}`);
  }
}

await main();
process.exit(0);
