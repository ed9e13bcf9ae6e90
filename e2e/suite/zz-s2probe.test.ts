import { execFileSync } from 'node:child_process';
import { test } from '@jest/globals';
import fc from 'fast-check';
import { countOf, operation, runSideBySide } from '../../functions/test/conservation/operations';
import { httpBackend } from './httpBackend';
import { calm } from './standIns';

test('probe', async () => {
  await calm();
  const n = Number(process.env.N ?? 300);
  const drawn =
    fc.sample(fc.array(operation(20), { minLength: n, maxLength: n, size: 'max' }), { numRuns: 1, seed: 7 })[0] ?? [];
  const t0 = Date.now();
  const backend = await httpBackend(20);
  process.stdout.write(`setup ${Date.now() - t0}\n`);
  process.stdout.write(execFileSync('node', ['/tmp/s2/cpu.mjs', String(process.env.ROOTPID)]).toString());
  const t1 = Date.now();
  const by = new Map<string, { n: number; ms: number }>();
  await runSideBySide(drawn, {
    clients: 8,
    perform: async (op) => {
      const a = Date.now();
      await backend.perform(op).catch((e) => process.stdout.write(`${op.kind}: ${e}\n`));
      const e = by.get(op.kind) ?? { n: 0, ms: 0 };
      e.n++;
      e.ms += Date.now() - a;
      by.set(op.kind, e);
    },
  });
  process.stdout.write(
    `run ${countOf(drawn)} in ${Date.now() - t1}\n${[...by].map(([k, v]) => `${k} ${v.n} ${(v.ms / v.n).toFixed(0)}ms`).join('\n')}\n`,
  );
  process.stdout.write(execFileSync('node', ['/tmp/s2/cpu.mjs', String(process.env.ROOTPID)]).toString());
}, 600000);
