import { expect, test } from '@jest/globals';
import { countedCheckpoint } from '../../testing/checkpoints';
import { filled, type Infer, modelsInMemory } from '../../testing/modelsInMemory';
import type { JobContext } from '../context';
import { byteAt, createPicture, type Picture } from '../image/picture';
import { colourise } from './colourise';
import { repairDamage } from './repair';
import { ENGINE_TOOLS, TOOL_PIPELINES } from './tools';

const [WIDTH, HEIGHT] = [120, 96];
const SCRATCH = { top: 48, bottom: 51 };
const AROUND = 140;

/** A grey print with soft texture and a white scratch from side to side. */
function print(): Picture {
  const picture = createPicture(WIDTH, HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    const isScratch = y >= SCRATCH.top && y < SCRATCH.bottom;
    for (let x = 0; x < WIDTH; x++) {
      const grey = isScratch ? 250 : AROUND + Math.round(30 * Math.sin(x / 17) + 20 * Math.cos(y / 23));
      picture.data.fill(grey, (y * WIDTH + x) * 3, (y * WIDTH + x + 1) * 3);
    }
  }
  return picture;
}

const sameSize = ({ dims }: { dims: readonly number[] }, channels: number) => [1, channels, ...dims.slice(-2)];

/** Takes what is nearly white for damage. */
const whiteIsDamage: Infer = (input) => [
  { type: 'float32', dims: sameSize(input, 1), data: input.data.map((value) => Number(value > 0.85)) },
];
const nothing: Infer = (input) => [filled(sameSize(input, 1))];
/** Four times as wide and high, by repeating pixels. */
const repeated: Infer = ({ dims, data }) => {
  const [channels = 0, height = 0, width = 0] = dims.slice(-3);
  const large = filled([1, channels, height * 4, width * 4]);
  for (let i = 0; i < large.data.length; i++) {
    const x = i % (width * 4);
    const y = Math.floor(i / (width * 4)) % (height * 4);
    const c = Math.floor(i / (width * height * 16));
    large.data[i] = data[(c * height + (y >> 2)) * width + (x >> 2)] ?? 0;
  }
  return [large];
};
const noFaces: Infer = () => [filled([1, 1, 4]), filled([1, 1])];
const RED_A = 20;
const red: Infer = (input) => {
  const chroma = filled(sameSize(input, 2));
  chroma.data.fill(RED_A, 0, chroma.data.length / 2);
  return [chroma];
};

const NETWORKS = {
  damage: whiteIsDamage,
  torn: nothing,
  text: nothing,
  upscaler: repeated,
  faces: noFaces,
  colour: red,
};

function contextOf(onEvent: (what: string) => void = () => undefined): JobContext {
  return {
    models: modelsInMemory(NETWORKS, onEvent),
    checkpoint: () => onEvent('checkpoint'),
    onProgress: ({ message }) => onEvent(message),
  };
}

test('a print is repaired and coloured by networks in memory: no file, no thread, no onnxruntime', async () => {
  const source = print();
  const restored = await TOOL_PIPELINES.deeprestore(contextOf(), source, { scale: 2 });
  expect([restored.width, restored.height]).toEqual([WIDTH, HEIGHT]);
  const middle = ((SCRATCH.top + 1) * WIDTH + WIDTH / 2) * 3;
  const above = ((SCRATCH.top - 8) * WIDTH + WIDTH / 2) * 3;
  expect(byteAt(source.data, middle)).toBe(250);
  // Green has most of the luma.
  expect(Math.abs(byteAt(restored.data, middle + 1) - byteAt(restored.data, above + 1))).toBeLessThan(20);
  expect(byteAt(restored.data, middle)).toBeGreaterThan(byteAt(restored.data, middle + 1) + 10);
});

test.each([
  ['photoscaler', 2],
  ['photoscaler', 4],
  ['lowrezfix', 2],
  ['textremove', 1],
  ['pureface', 1],
] as const)('%s returns a picture %i times as large', async (tool, factor) => {
  const scale = factor === 4 ? 4 : 2;
  const restored = await TOOL_PIPELINES[tool](contextOf(), print(), { scale });
  expect([restored.width, restored.height]).toEqual([WIDTH * factor, HEIGHT * factor]);
  expect(restored.data).toHaveLength(WIDTH * HEIGHT * factor * factor * 3);
});

test.each(ENGINE_TOOLS)('%s stops at a checkpoint when cancelled', async (tool) => {
  for (const stopAt of [1, 2]) {
    const { checkpoint } = countedCheckpoint(stopAt);
    const restore = async () => TOOL_PIPELINES[tool]({ ...contextOf(), checkpoint }, print(), { scale: 2 });
    await expect(restore()).rejects.toMatchObject({ code: 'cancelled' });
  }
});

test('a job for a grey print checks for cancellation after each network', async () => {
  const happened: string[] = [];
  const context = contextOf((what) => void happened.push(what));
  const source = print();
  const repaired = await repairDamage(context, source, [0, 1]);
  expect(repaired).not.toBe(source);
  await colourise(context, repaired, { range: [0, 1] });
  /** What it does, and how often it asks before the next thing. */
  const steps: Array<[string, number]> = [];
  for (const what of happened) {
    const last = steps.at(-1);
    if (what !== 'checkpoint') steps.push([what, 0]);
    else if (last) last[1]++;
  }
  expect(steps.filter(([what], i) => what !== steps[i - 1]?.[0])).toEqual([
    ['Looking for scratches and tears', 1],
    ['damage', 1],
    ['Looking for scratches and tears', 9],
    ['faces', 1],
    ['text', 1],
    ['torn', 0],
    ['Repairing scratches and tears', expect.anything()],
    ['Adding colour', 1],
    ['colour', 1],
  ]);
});

test('text is not repaired, though its strokes look like scratches', async () => {
  const everywhere: Infer = (input) => [filled(sameSize(input, 1), 1)];
  const context = { ...contextOf(), models: modelsInMemory({ ...NETWORKS, text: everywhere }) };
  const source = print();
  expect(await repairDamage(context, source, [0, 1])).toBe(source);
});

test('nothing is repaired if most of the picture would be', async () => {
  const source = createPicture(WIDTH, HEIGHT);
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
    const [x, y] = [pixel % WIDTH, Math.floor(pixel / WIDTH)];
    const isStripe = y % 5 > 0 && x > 5 && x < WIDTH - 6 && y > 5 && y < HEIGHT - 6;
    source.data.fill(isStripe ? 250 : AROUND, pixel * 3, pixel * 3 + 3);
  }
  expect(await repairDamage(contextOf(), source, [0, 1])).toBe(source);
});

test.each(['deeprestore', 'colorize'] as const)('%s leaves no face darker than it was', async (tool) => {
  // Faded: bars of greys from 80 to 220, and a darkish face in the middle.
  const source = createPicture(WIDTH, HEIGHT);
  for (let i = 0; i < source.data.length; i++) source.data[i] = 80 + Math.floor((Math.floor(i / 3) % WIDTH) / 15) * 20;
  const face = { left: 40, top: 30, side: 40, grey: 115 };
  for (let y = face.top; y < face.top + face.side; y++) {
    const row = (y * WIDTH + face.left) * 3;
    source.data.fill(face.grey, row, row + face.side * 3);
  }
  let looks = 0;
  const faces: Infer = () => {
    const box = filled([1, 1, 4]);
    box.data.set([face.top, face.left, face.top + face.side, face.left + face.side].map((edge) => edge / WIDTH));
    return [box, filled([1, 1], looks++ % 2 === 0 ? 1 : 0)];
  };
  const colour: Infer = (input) => [filled(sameSize(input, 2))];
  const networks = { ...NETWORKS, damage: nothing, faces, colour };
  const restored = await TOOL_PIPELINES[tool]({ ...contextOf(), models: modelsInMemory(networks) }, source, {
    scale: 2,
  });
  expect(Math.min(...restored.data)).toBeLessThan(50);
  expect(byteAt(restored.data, (50 * WIDTH + 60) * 3)).toBeGreaterThanOrEqual(face.grey - 2);
});
