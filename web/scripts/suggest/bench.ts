/**
 * `npm run bench:suggest`: how often the suggested tool is the one that a person chose for the photograph, and how long
 * it takes. `-- --each` prints every photograph of the chosen set.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { TOOL_IDS } from '@heirlight/contract/tools';
import { weightsFrom } from '@heirlight/imaging/faces';
import type { Pixels } from '../../src/domain/prepare/pixels';
import { SUGGESTED_TOOL } from '../../src/domain/prepare/suggest/reasons';
import { faceFinder, reasonFor } from '../../src/domain/prepare/suggest/suggest';
import { type Labelled, labelled } from './labels';
import { make, type Rgb, readRgb } from './make';

const { values } = parseArgs({ options: { each: { type: 'boolean', default: false } } });

/** As the worker has it (inspectWorker.ts). */
const LONGEST_PX = 1400;
const model = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../packages/imaging/src/faces/model/${name}`, import.meta.url)));
const find = faceFinder(weightsFrom(JSON.parse(model('weights.json').toString()), model('weights.bin')));

function withOpacity({ width, height, data: from }: Rgb): Pixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    data.set(from.subarray(3 * pixel, 3 * pixel + 3), 4 * pixel);
  }
  return { width, height, data };
}

async function judge(one: Labelled) {
  const picture = withOpacity(await make(await readRgb(one.file, LONGEST_PX), one.made));
  const start = performance.now();
  const reason = await reasonFor({ picture, size: { width: one.px, height: 1 }, print: null }, find);
  const ms = performance.now() - start;
  const tool = reason && SUGGESTED_TOOL[reason];
  const verdict = tool === one.tool ? 'right' : tool ? 'WRONG' : 'silent';
  return { one, reason, verdict, ms };
}

type Judged = Awaited<ReturnType<typeof judge>>;

function print(name: string, judged: readonly Judged[]): void {
  const count = (of: readonly Judged[], verdict: string) => of.filter((row) => row.verdict === verdict).length;
  console.log(`\n${name}: ${judged.length} photographs\n`);
  console.log('| right tool | photographs | right | wrong | silent |\n|---|---|---|---|---|');
  for (const tool of [...TOOL_IDS, null]) {
    const of = judged.filter(({ one }) => one.tool === tool);
    const [right, wrong, silent] = ['right', 'WRONG', 'silent'].map((verdict) => count(of, verdict));
    // Where there is nothing to say, silence is right.
    const cells = tool ? [tool, of.length, right, wrong, silent] : ['none', of.length, '', wrong, right];
    console.log(`| ${cells.join(' | ')} |`);
  }
  const spoken = judged.filter(({ reason }) => reason);
  console.log(`\nRight in ${count(spoken, 'right')} of the ${spoken.length} photographs where a tool is suggested.`);
}

const judged: Judged[] = [];
// While thresholds are chosen, those that judge are not even looked at.
for (const one of labelled()) if (!values.each || one.set === 'chosen') judged.push(await judge(one));
for (const { one, reason, verdict, ms } of values.each ? judged : []) {
  console.log([verdict, one.tool ?? 'none', reason ?? '-', `${Math.round(ms)} ms`, one.name].join('\t'));
}
for (const set of ['chosen', 'apart'] as const) {
  const of = judged.filter(({ one }) => one.set === set);
  if (of.length > 0) print(set === 'chosen' ? 'For choosing thresholds' : 'Kept apart', of);
}
const times = judged.map(({ ms }) => ms).sort((a, b) => a - b);
const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0);
console.log(`\nTime per photograph: ${at(0.5)} ms median, ${at(1)} ms at most.`);
