import { STROKE_LIMITS, STROKE_STEPS, type Stroke } from '@heirlight/contract/adjustment';
import { createColourStrokes, rowsOf } from '@heirlight/imaging/adjust';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { type BrushSetting, colourFace, createBrush, faceStroke, radiusOf } from './brush';
import { COLOUR_GROUPS, coloursOf, PALETTE } from './palette';

/** The photo lies so on the stage; a radius of the brush is 20 of its pixels. */
const WHOLE = { x: 100, y: 50, width: 200, height: 400 };
const SETTING: BrushSetting = { kind: 'protect', radius: 0.05, edges: true };
const pixel = (x: number, y: number) => ({ x: x / WHOLE.width, y: y / WHOLE.height });
const steps = (x: number, y: number) => [
  Math.round((x / WHOLE.width) * STROKE_STEPS),
  Math.round((y / WHOLE.height) * STROKE_STEPS),
];

let live: (Stroke | null)[] = [];
let strokes: Stroke[] = [];
let rings: unknown[] = [];
let brush: ReturnType<typeof createBrush>;
beforeEach(() => {
  [live, strokes, rings] = [[], [], []];
  brush = createBrush(() => SETTING, {
    onLive: (stroke) => live.push(stroke),
    onStroke: (stroke) => strokes.push(stroke) > 0,
    onRing: (middle, radius, isSeen) => rings.push([middle, radius, isSeen]),
  });
  brush.stage.placed(WHOLE);
});

test('a stroke takes points that lie apart, and its last one', () => {
  brush.stage.start(pixel(50, 100));
  for (const x of [51, 53, 57, 59, 70]) brush.stage.move(pixel(x, 100));
  brush.stage.move(pixel(74, 100));
  expect(strokes).toEqual([]);
  brush.stage.end(false);
  const points = [50, 57, 70, 74].flatMap((x) => steps(x, 100));
  expect(strokes).toEqual([{ ...SETTING, points }]);
  expect(live.map((stroke) => (stroke?.points.length ?? 0) / 2)).toEqual([1, 2, 3, 4]);
});

test('a second finger takes the stroke back', () => {
  brush.stage.start(pixel(50, 100));
  brush.stage.move(pixel(90, 100));
  brush.stage.end(true);
  expect([strokes, live.at(-1)]).toEqual([[], null]);
  brush.stage.move(pixel(150, 100));
  expect(live.at(-1)).toBeNull();
});

test('beside the photo nothing is painted but where the brush reaches it', () => {
  brush.stage.start(pixel(-30, 100));
  brush.stage.end(false);
  expect([strokes, live]).toEqual([[], []]);
  brush.stage.start(pixel(-10, 100));
  brush.stage.end(false);
  expect(strokes).toEqual([{ ...SETTING, points: steps(0, 100) }]);
});

test('a stroke of very many points goes on as a new one, without a gap', () => {
  brush.stage.start(pixel(0, 0));
  for (let at = 1; at <= STROKE_LIMITS.points + 5; at++) brush.stage.move(pixel(100 * (at % 2), 200));
  brush.stage.end(false);
  expect(strokes.map(({ points }) => points.length / 2)).toEqual([STROKE_LIMITS.points, 7]);
  expect(strokes[1]?.points.slice(0, 2)).toEqual(strokes[0]?.points.slice(-2));
});

test('keys move the brush by its radius, to the edge of the photo, and apply it', () => {
  brush.moveBy({ x: 1, y: -0.5 });
  brush.apply();
  expect(brush.moveBy({ x: 100, y: 0 })).toEqual({ x: 1, y: 190 / 400 });
  expect(strokes).toEqual([{ ...SETTING, points: steps(120, 190) }]);
  expect(rings.at(-1)).toEqual([{ x: 300, y: 240 }, 20, false]);
});

describe('a stroke over a face', () => {
  const face = { x: 0.4, y: 0.3, width: 0.2, height: 0.3 };
  test('goes along its longer side, fades over its rim, and ends with the head', () => {
    const stroke = faceStroke(face, { width: 1000, height: 1000 }, 'restore');
    expect(stroke).toMatchObject({ kind: 'restore', edges: false });
    const [x, y, toX, toY] = stroke.points.map((step) => step / STROKE_STEPS) as [number, number, number, number];
    expect([x, toX]).toEqual([0.5, 0.5]);
    expect((y + toY) / 2).toBeCloseTo(0.45, 3);
    expect(stroke.radius).toBeCloseTo(0.115, 3);
    expect(y - stroke.radius).toBeCloseTo(0.45 - 0.1725, 3);
  });
  test('is no larger than a stroke may be', () => {
    const stroke = faceStroke({ x: 0, y: 0, width: 1, height: 1 }, { width: 10, height: 10 }, 'protect');
    expect(stroke.radius).toBe(STROKE_LIMITS.radius.most);
    expect(stroke.points.every((step) => step >= 0 && step <= STROKE_STEPS)).toBe(true);
  });
});

test('a face is coloured as a whole, over a shade and a scratch, and what is beside it is not', () => {
  const [width, height] = [200, 200];
  const face = { x: 0.3, y: 0.2, width: 0.4, height: 0.5 };
  const [x, y] = [face.x + face.width / 2, face.y + face.height / 2];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let at = 0; at < width * height; at++) {
    const [across, down] = [(at % width) / width, Math.floor(at / width) / height];
    const isFace = Math.hypot((across - x) / face.width, (down - y) / face.height) < 0.5;
    const isScratch = Math.abs(across - 0.54) < 0.01;
    // The shaded side is as dark as the ground, with nothing between them.
    const level = isScratch ? 250 : isFace && across < 0.54 ? 200 : 110;
    data.fill(level, at * 4, at * 4 + 3);
  }
  const stroke = colourFace(face, { width, height }, '#cfab94');
  expect(stroke).toMatchObject({ kind: 'colour', colour: '#cfab94', edges: true });
  const tint = createColourStrokes(rowsOf({ width, height, data })).render([stroke]);
  const cover = (across: number, down: number) =>
    tint?.data[(Math.round(down * height) * width + Math.round(across * width)) * 4 + 3];
  for (const [across, down] of [
    [0.5, 0.25],
    [0.36, 0.45],
    [0.5, 0.45],
    [0.64, 0.45],
    [0.5, 0.66],
  ] as const)
    expect(cover(across, down)).toBeGreaterThan(150);
  for (const [across, down] of [
    [0.85, 0.45],
    [0.15, 0.45],
    [0.5, 0.95],
    [0.8, 0.75],
  ] as const)
    expect(cover(across, down)).toBeLessThan(10);
});

test('a colour reaches farther than a brush, and all colours to choose can be stored', () => {
  expect(radiusOf(100, 'colour')).toBeGreaterThan(2 * radiusOf(100, 'protect'));
  expect(radiusOf(100, 'colour')).toBeLessThanOrEqual(STROKE_LIMITS.radius.most);
  expect(radiusOf(PALETTE.cloth.size, 'colour')).toBeGreaterThan(0.2);
  for (const group of COLOUR_GROUPS) {
    const colours = coloursOf(group).map(([, colour]) => colour);
    expect(colours.every((colour) => /^#[0-9a-f]{6}$/.test(colour))).toBe(true);
    expect(new Set(colours).size).toBe(colours.length);
    expect(radiusOf(PALETTE[group].size, 'colour')).toBeLessThanOrEqual(radiusOf(100, 'colour'));
  }
});
