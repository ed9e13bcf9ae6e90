import { PLAIN_RESULT, STROKE_STEPS, type Stroke } from '@heirlight/contract/adjustment';
import { expect, test } from '@jest/globals';
import { adjusted, createColourStrokes, LUMA, mapsOf, type Rows, rowsOf } from './adjust';

const SIZE = { width: 200, height: 140 };
const BLUE = '#3b5f8a';
const RED = '#8a3b3b';

function drawn(levelAt: (x: number, y: number) => number): Rows {
  const data = new Uint8ClampedArray(SIZE.width * SIZE.height * 4);
  for (let at = 0; at < SIZE.width * SIZE.height; at++) {
    const level = levelAt(at % SIZE.width, Math.floor(at / SIZE.width));
    data.set([level, level, level, 255], at * 4);
  }
  return rowsOf({ ...SIZE, data });
}
const grain = (x: number, y: number) => ((x * 7 + y * 13) % 11) - 5;
/** Dark on the left of x = 100, light on its right, and grain over both. */
const edged = drawn((x, y) => (x < 100 ? 90 : 170) + grain(x, y));
const ramp = drawn((x) => (x / (SIZE.width - 1)) * 255);

/** Points in pixels. */
const stroke = (points: readonly (readonly [number, number])[], change: Partial<Stroke> = {}): Stroke => ({
  kind: 'colour',
  colour: BLUE,
  radius: 40 / SIZE.width,
  edges: true,
  points: points.flatMap(([x, y]) => [
    Math.round((x / SIZE.width) * STROKE_STEPS),
    Math.round((y / SIZE.height) * STROKE_STEPS),
  ]),
  ...change,
});
const renderOn = (picture: Rows, strokes: readonly Stroke[]) => createColourStrokes(picture).render(strokes);
const colouredRows = (picture: Rows, strokes: Stroke[]) =>
  adjusted({ original: picture, result: picture }, mapsOf(picture, picture, []), { ...PLAIN_RESULT, strokes });
const coloured = (picture: Rows, strokes: Stroke[]) => colouredRows(picture, strokes).read(0, SIZE.height);
const pixel = (data: Uint8ClampedArray, x: number, y: number): [number, number, number] => {
  const [red = 0, green = 0, blue = 0] = data.subarray((y * SIZE.width + x) * 4);
  return [red, green, blue];
};
const luma = ([red, green, blue]: readonly [number, number, number]) =>
  LUMA[0] * red + LUMA[1] * green + LUMA[2] * blue;
/** By how much bytes differ at most. */
function furthest(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let most = 0;
  for (let at = 0; at < one.length; at++) most = Math.max(most, Math.abs((one[at] ?? 0) - (other[at] ?? Number.NaN)));
  return most;
}

test('a colour lies over the tone of a print that has its hue, and takes the place of any other colour', () => {
  const over = (colour: string, levels: (x: number, y: number) => readonly [number, number, number]) => {
    const data = new Uint8ClampedArray(SIZE.width * SIZE.height * 4);
    for (let at = 0; at < SIZE.width * SIZE.height; at++)
      data.set([...levels(at % SIZE.width, Math.floor(at / SIZE.width)), 255], at * 4);
    const tint = renderOn(rowsOf({ ...SIZE, data }), [stroke([[80, 70]], { colour })]);
    return [...(tint?.data.subarray((70 * SIZE.width + 80) * 4) ?? [])].slice(0, 3);
  };
  const level = (x: number, y: number) => (x < 100 ? 110 : 170) + grain(x, y);
  const grey = (x: number, y: number) => [level(x, y), level(x, y), level(x, y)] as const;
  const brown = (x: number, y: number) => [level(x, y) + 16, level(x, y), level(x, y) - 22] as const;
  const scene = (x: number, y: number) =>
    [level(x, y) + (y % 40 < 20 ? 30 : -30), level(x, y), level(x, y) + (x % 30) - 15] as const;
  const SKIN = '#c09070';
  const skin = [0xc0, 0x90, 0x70];
  expect(over(SKIN, grey)).toEqual(skin);
  const [red, , blue] = over(SKIN, brown).map((byte, channel) => byte - (skin[channel] ?? 0));
  expect(red).toBeGreaterThan(9);
  expect(blue).toBeLessThan(-14);
  expect(furthest(over(SKIN, scene), skin)).toBeLessThanOrEqual(1);
  expect(over(BLUE, brown)).toEqual([0x3b, 0x5f, 0x8a]);
});

test('a colour spreads to the edge and to its reach, and no farther', () => {
  const data = coloured(edged, [stroke([[80, 70]])]);
  const tinge = (x: number, y: number) => {
    const [red, , blue] = pixel(data, x, y);
    return blue - red;
  };
  for (const [x, y] of [
    [80, 70],
    [96, 70],
    [60, 70],
    [80, 90],
  ] as const)
    expect(tinge(x, y)).toBeGreaterThan(40);
  for (const [x, y] of [
    [104, 70],
    [110, 60],
    [38, 70],
    [80, 112],
  ] as const)
    expect(tinge(x, y)).toBe(0);
});

test('where no edge is a colour fades slowly', () => {
  const tint = renderOn(
    drawn(() => 120),
    [stroke([[100, 70]], { radius: 90 / SIZE.width })],
  );
  const covers = Array.from({ length: 90 }, (_, x) => tint?.data[(70 * SIZE.width + 100 + x) * 4 + 3] ?? 0);
  expect(covers[20]).toBeGreaterThan(250);
  expect(covers[89]).toBeLessThan(5);
  const fading = covers.filter((cover) => cover > 25 && cover < 230);
  expect(fading.length).toBeGreaterThan(30);
  expect(covers).toEqual([...covers].sort((one, other) => other - one));
});

test('without edges it is a soft disc', () => {
  const data = coloured(edged, [stroke([[80, 70]], { edges: false })]);
  const tinge = ([red, , blue]: readonly [number, number, number]) => blue - red;
  expect(tinge(pixel(data, 104, 70))).toBeGreaterThan(30);
  expect(tinge(pixel(data, 121, 70))).toBe(0);
});

test('the luma stays, black and white take no colour, and the picked colour stands at its own luma', () => {
  const data = coloured(ramp, [
    stroke(
      [
        [0, 70],
        [199, 70],
      ],
      { edges: false },
    ),
  ]);
  const plain = ramp.read(0, SIZE.height);
  for (let x = 0; x < SIZE.width; x++)
    expect(Math.abs(luma(pixel(data, x, 70)) - luma(pixel(plain, x, 70)))).toBeLessThanOrEqual(1);
  expect([pixel(data, 0, 70), pixel(data, 199, 70)]).toEqual([
    [0, 0, 0],
    [255, 255, 255],
  ]);
  const own = luma([0x3b, 0x5f, 0x8a]);
  const [red, green, blue] = pixel(data, Math.round((own / 255) * (SIZE.width - 1)), 70);
  for (const [is, should] of [
    [red, 0x3b],
    [green, 0x5f],
    [blue, 0x8a],
  ] as const)
    expect(Math.abs(is - should)).toBeLessThanOrEqual(2);
});

test('a later colour lies over an earlier one; strokes of other kinds colour nothing', () => {
  const small = { radius: 15 / SIZE.width };
  const data = coloured(edged, [stroke([[60, 70]]), stroke([[60, 70]], { ...small, colour: RED })]);
  const [red, , blue] = pixel(data, 60, 70);
  expect(red).toBeGreaterThan(blue + 20);
  const [redBeside, , blueBeside] = pixel(data, 85, 70);
  expect(blueBeside).toBeGreaterThan(redBeside + 20);
  const { colour: _, ...protect } = stroke([[60, 70]]);
  expect(renderOn(edged, [{ ...protect, kind: 'protect' }])).toBeNull();
  expect(furthest(coloured(edged, [{ ...protect, kind: 'restore' }]), edged.read(0, SIZE.height))).toBe(0);
});

test('no colour takes away what is there, where it spreads, and leaves the rest', () => {
  const blue = stroke([[60, 70]]);
  const takeAway = stroke([[60, 70]], { colour: null, radius: 15 / SIZE.width });
  const [once, taken] = [coloured(edged, [blue]), coloured(edged, [blue, takeAway])];
  const plain = edged.read(0, SIZE.height);
  expect(pixel(once, 60, 70)).not.toEqual(pixel(plain, 60, 70));
  expect(pixel(taken, 60, 70)).toEqual(pixel(plain, 60, 70));
  expect(pixel(taken, 85, 70)).toEqual(pixel(once, 85, 70));
  expect(furthest(coloured(edged, [takeAway]), plain)).toBe(0);
  // As it was given, its soft edge, too.
  expect(furthest(coloured(edged, [blue, { ...blue, colour: null }]), plain)).toBe(0);
  expect(pixel(coloured(edged, [takeAway, blue]), 60, 70)).toEqual(pixel(once, 60, 70));
});

test('colours that are painted, undone and redone are those that are rendered at once', () => {
  const all = [
    stroke([[60, 70]]),
    stroke([[60, 70]], { colour: RED, radius: 0.1 }),
    stroke([
      [150, 30],
      [160, 90],
    ]),
    stroke([[40, 40]], { edges: false }),
  ];
  const growing = createColourStrokes(edged);
  for (const count of [1, 2, 3, 4, 2, 3, 1]) {
    const now = growing.render(all.slice(0, count))?.data ?? new Uint8Array();
    expect(furthest(now, renderOn(edged, all.slice(0, count))!.data)).toBe(0);
  }
  const others = [all[3]!, all[0]!];
  expect(furthest(growing.render(others)!.data, renderOn(edged, others)!.data)).toBe(0);
});

test('bands of it are the whole of it', () => {
  const rows = colouredRows(edged, [
    stroke([
      [80, 70],
      [60, 30],
    ]),
  ]);
  const once = Uint8ClampedArray.from(rows.read(0, SIZE.height));
  for (let from = 0; from < SIZE.height; from += 9) {
    const band = rows.read(from, Math.min(9, SIZE.height - from));
    expect(furthest(band, once.subarray(from * SIZE.width * 4).subarray(0, band.length))).toBe(0);
  }
});
