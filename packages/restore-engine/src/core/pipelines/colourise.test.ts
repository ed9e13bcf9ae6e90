import { describe, expect, test } from '@jest/globals';
import { filled, type Infer, modelsInMemory } from '../../testing/modelsInMemory';
import type { JobContext } from '../context';
import { rgbToLab } from '../image/lab';
import { byteAt, createPicture, type Picture, type Rect } from '../image/picture';
import { colourise } from './colourise';

const SIDE = 256;
const [DARK, BRIGHT] = [90, 150];
const RIGHT: Rect = { left: SIDE / 2, top: 0, width: SIDE / 2, height: SIDE };

/** Says a* and b* of each pixel that the network sees, from its L* and its place in the view, 0..1. */
type Opinion = (lightness: number, x: number, y: number) => readonly [a: number, b: number];

function network(opinion: Opinion): Infer {
  return ({ dims, data }) => {
    const [height = 0, width = 0] = dims.slice(-2);
    const chroma = filled([1, 2, height, width]);
    for (let i = 0; i < data.length; i++) {
      const lightness = (data[i] ?? 0) * 100;
      const [a, b] = opinion(lightness, (i % width) / width, Math.floor(i / width) / height);
      chroma.data[i] = a;
      chroma.data[data.length + i] = b;
    }
    return [chroma];
  };
}

function drawn(...parts: ReadonlyArray<readonly [Rect, number]>): Picture {
  const picture = createPicture(SIDE, SIDE);
  picture.data.fill(DARK);
  for (const [{ left, top, width, height }, grey] of parts) {
    for (let y = top; y < top + height; y++) {
      picture.data.fill(grey, (y * SIDE + left) * 3, (y * SIDE + left + width) * 3);
    }
  }
  return picture;
}

async function coloured(picture: Picture, opinion: Opinion, { faces = [] as Rect[], isUsers = false } = {}) {
  const context: JobContext = {
    models: modelsInMemory({ colour: network(opinion) }, undefined, isUsers),
    checkpoint: () => undefined,
    onProgress: () => undefined,
  };
  const out = await colourise(context, picture, { range: [0, 1], faces });
  return (x: number, y: number) => {
    const i = (y * SIDE + x) * 3;
    const [lightness, a, b] = rgbToLab(byteAt(out.data, i), byteAt(out.data, i + 1), byteAt(out.data, i + 2));
    return { a, b, lightness, chroma: Math.hypot(a, b) };
  };
}

type Seen = Awaited<ReturnType<typeof coloured>> extends (x: number, y: number) => infer Place ? Place : never;
/** A print's warm tone: what has no colour has it. */
function expectTone({ a, b }: Seen): void {
  expect(a).toBeGreaterThan(0);
  expect(a).toBeLessThan(4);
  expect(b).toBeGreaterThan(2);
  expect(b).toBeLessThan(10);
}

const GREEN = [-20, 20] as const;
/** As a network that takes the top of whatever it sees for sky. */
const skyAbove: Opinion = (_, _x, y) => (y < 0.4 ? [0, -30] : [0, 0]);

describe('the colour of a picture', () => {
  test('is what the network says in every view', async () => {
    const at = await coloured(drawn([RIGHT, BRIGHT]), (lightness) => (lightness > 50 ? GREEN : [0, 0]));
    expect(at(200, 128).a).toBeLessThan(-12);
    expect(at(200, 128).b).toBeGreaterThan(12);
    expectTone(at(50, 128));
  });

  test('is no more than the tone of a print where the network guesses from the frame', async () => {
    const at = await coloured(drawn(), skyAbove);
    for (const y of [110, 128, 150]) expectTone(at(128, y));
    const asItIs = await coloured(drawn(), skyAbove, { isUsers: true });
    expect(asItIs(128, 60).chroma).toBeGreaterThan(20);
  });

  test('is the warm tone of a print where the network knows nothing, less in light and dark', async () => {
    const [dark, light]: Rect[] = [
      { left: 0, top: 0, width: 60, height: SIDE },
      { left: 196, top: 0, width: 60, height: SIDE },
    ];
    const at = await coloured(drawn([dark as Rect, 10], [RIGHT, 119], [light as Rect, 250]), () => [0, 0]);
    expect(at(160, 128).a).toBeCloseTo(2.8, 0);
    expect(at(160, 128).b).toBeCloseTo(9, 0);
    for (const x of [20, 236]) expect(at(x, 128).chroma).toBeLessThan(3);
  });

  test('is doubted near every side of the frame', async () => {
    const rim: Opinion = (_, x, y) => (Math.max(Math.abs(x - 0.5), Math.abs(y - 0.5)) > 0.3 ? [0, -30] : [0, 0]);
    const at = await coloured(drawn(), rim);
    for (const near of [43, 213]) {
      // Of the network's 30.
      expect(at(near, 128).chroma).toBeLessThan(10);
      expect(at(128, near).chroma).toBeLessThan(10);
    }
  });

  test('is one in a region, whatever the network says of its stripes', async () => {
    const redder: Opinion = (lightness) => (lightness > 51.5 ? [18, 20] : lightness > 45 ? [2, 20] : [0, 0]);
    const stripes = Array.from({ length: 8 }, (_, i) => {
      return [{ left: 130 + i * 16, top: 0, width: 8, height: SIDE }, 124] as const;
    });
    const at = await coloured(drawn([RIGHT, 120], ...stripes), redder);
    const [one, other] = [at(166, 128), at(174, 128)];
    expect(one.chroma).toBeGreaterThan(12);
    expect(Math.abs(one.a - other.a)).toBeLessThan(4);
    expectTone(at(40, 128));
  });

  test('is none in the corner of a wide thing that is none elsewhere', async () => {
    const corner: Rect = { left: 208, top: 0, width: 48, height: SIDE };
    const at = await coloured(drawn([corner, DARK + 3]), (lightness) => (lightness > 38.5 ? GREEN : [0, 0]));
    for (const x of [26, 128, 220, 250]) expectTone(at(x, 128));
  });

  test('fades with the light of a region', async () => {
    const ramp = Array.from({ length: 40 }, (_, i) => {
      return [{ left: 108 + i, top: 0, width: 1, height: SIDE }, DARK + 1.5 * i] as const;
    });
    const right = { ...RIGHT, left: 148, width: 108 };
    const at = await coloured(drawn(...ramp, [right, BRIGHT]), () => [16, 20]);
    const [lit, shaded] = [at(144, 128), at(112, 128)];
    expect(lit.chroma).toBeGreaterThan(15);
    expect(shaded.chroma).toBeLessThan(0.94 * lit.chroma);
  });

  test('is not redder than brown', async () => {
    const { a, b } = (await coloured(drawn(), () => [30, 10]))(128, 128);
    expect(a).toBeGreaterThan(5);
    expect(a).toBeLessThan(b + 2);
  });

  test('is not vivid in the dark', async () => {
    const { chroma, lightness } = (await coloured(drawn(), () => [-40, 40]))(128, 128);
    expect(chroma).toBeGreaterThan(0.25 * lightness);
    expect(chroma).toBeLessThan(0.35 * lightness);
  });

  test('is nearly none in what is nearly white', async () => {
    const at = await coloured(drawn([RIGHT, 245]), () => GREEN);
    expect(at(200, 128).chroma).toBeLessThan(6);
    expect(at(50, 128).chroma).toBeGreaterThan(10);
  });
});

describe('a face', () => {
  const FACE: Rect = { left: 88, top: 70, width: 80, height: 100 };
  const LIT: Rect = { ...FACE, width: 40 };
  const SHADED: Rect = { ...LIT, left: 128 };
  const face = drawn([LIT, 190], [SHADED, 125]);
  /** Skin in the light; in the shade `inTheShade`. */
  const halfSeen = (inTheShade: readonly [number, number]): Opinion => {
    return (lightness) => (lightness > 65 ? [16, 20] : lightness > 48 ? inTheShade : [0, 0]);
  };

  test('has one colour though the network sees it in the lit half only', async () => {
    const lone = await coloured(face, halfSeen([6, 7]));
    const at = await coloured(face, halfSeen([6, 7]), { faces: [FACE] });
    const [lit, shaded] = [at(112, 120), at(144, 120)];
    const saturation = ({ chroma, lightness }: { chroma: number; lightness: number }) => chroma / lightness;
    expect(lit.chroma).toBeGreaterThan(12);
    expect(shaded.chroma).toBeLessThan(lit.chroma - 3);
    expect(Math.abs(saturation(shaded) / saturation(lit) - 1)).toBeLessThan(0.15);
    expect(saturation(lone(144, 120)) / saturation(lone(112, 120))).toBeLessThan(0.9);
  });

  test('has the hue and the calm of skin, however red the network makes it', async () => {
    const { a, b, chroma, lightness } = (await coloured(face, () => [40, 30], { faces: [FACE] }))(112, 120);
    expect(b).toBeGreaterThan(10);
    expect(a).toBeLessThan(0.95 * b);
    expect(chroma).toBeLessThan(0.31 * lightness);
  });

  test('has a neck and a jaw that are no more vivid', async () => {
    const neck: Rect = { left: 108, top: 172, width: 40, height: 30 };
    const opinion: Opinion = (lightness) => (lightness > 45 ? [40, 30] : [0, 0]);
    const at = await coloured(drawn([FACE, 190], [neck, 125]), opinion, { faces: [FACE] });
    const { a, b, chroma, lightness } = at(128, 182);
    expect(chroma).toBeGreaterThan(0.2 * lightness);
    expect(chroma).toBeLessThan(0.33 * lightness);
    expect(a).toBeLessThan(0.95 * b);
  });

  test.each<[string, Opinion]>([
    ['says nothing', () => [0, 0]],
    ['knows the lit half only', halfSeen([0, 0])],
    ['sees it in blue', () => [0, -20]],
  ])('is skin as a whole where the network %s', async (_, opinion) => {
    const at = await coloured(face, opinion, { faces: [FACE] });
    for (const x of [112, 144]) {
      const { a, b, chroma, lightness } = at(x, 120);
      expect(chroma).toBeGreaterThan(0.15 * lightness);
      expect(chroma).toBeLessThan(0.31 * lightness);
      expect(a / b).toBeGreaterThan(0.45);
      expect(a / b).toBeLessThan(0.9);
    }
  });

  /** A face above a strip between two bars, from one height to another, in a dress of nearly its grey. */
  const dressed = (
    { face, bars, strip, dress }: Record<'face' | 'bars' | 'strip' | 'dress', number>,
    [from, to]: readonly [number, number],
  ): Picture => {
    const below = (left: number, width: number): Rect => ({ left, top: 176, width, height: SIDE - 176 });
    const parts = [
      [FACE, face],
      [below(0, SIDE), dress],
      [below(84, 88), bars],
      [below(112, 32), dress],
    ] as const;
    return drawn(...parts, [{ ...below(112, 32), top: from, height: to - from }, strip]);
  };

  test.each([
    ['neck', [176, 216]],
    ['bosom', [216, 244]],
  ] as const)('has a %s of skin though the dress is as light', async (_, place) => {
    const bare: Opinion = (lightness) => (lightness > 50 && lightness < 63.5 ? [14, 20] : [0, 0]);
    const at = await coloured(dressed({ face: 150, bars: 60, strip: 152, dress: 156 }, place), bare, { faces: [FACE] });
    expect(at(128, (place[0] + place[1]) / 2).chroma).toBeGreaterThan(0.7 * at(128, 120).chroma);
    expectTone(at(40, 230));
  });

  test.each([
    ['hair', { face: 140, bars: 150, strip: 64, dress: 60 }],
    ['a collar', { face: 140, bars: 60, strip: 225, dress: 220 }],
  ])('leaves %s the color of what it hangs on, though the network sees skin in it', async (_, greys) => {
    // L* of the two strips, and of the face.
    const asSkin = [27, 89.5, 58.3];
    const skin: Opinion = (lightness) => (asSkin.some((own) => Math.abs(lightness - own) < 0.8) ? [16, 20] : [0, 0]);
    const at = await coloured(dressed(greys, [176, 208]), skin, { faces: [FACE] });
    expectTone(at(128, 204));
  });

  test('gives its color to what is like it close by', async () => {
    const head: Rect = { left: 80, top: 60, width: 96, height: 130 };
    const at = await coloured(drawn([head, 150]), () => [0, 0], { faces: [FACE] });
    expect(at(174, 120).a).toBeGreaterThan(0.7 * at(128, 120).a);
    expectTone(at(30, 120));
  });

  test('is skin as a whole though it lies beside another face', async () => {
    const one: Rect = { left: 30, top: 80, width: 80, height: 100 };
    const other: Rect = { ...one, left: 140 };
    const sitters = drawn([one, 150], [other, 150]);
    const paler: Opinion = (lightness, x) => (lightness < 50 ? [0, 0] : x < 0.5 ? [3, 3] : [16, 20]);
    const [both, alone] = [
      await coloured(sitters, paler, { faces: [one, other] }),
      await coloured(sitters, paler, { faces: [one] }),
    ];
    expect(Math.abs(both(100, 130).chroma - alone(100, 130).chroma)).toBeLessThan(0.5);
  });

  describe('with a brow in the light', () => {
    const brow: Rect = { ...FACE, height: 30 };
    const lit = drawn([FACE, 110], [brow, 200]);
    const hue = ({ a, b }: Seen) => Math.atan2(b, a);
    const seenOn = (browsOwn: Opinion): Opinion => {
      return (lightness, x, y) => (lightness > 70 ? browsOwn(lightness, x, y) : lightness > 40 ? [18, 18] : [0, 0]);
    };

    test('has one hue with it where the network sees it as skin', async () => {
      const at = await coloured(
        lit,
        seenOn(() => [6, 24]),
        { faces: [FACE] },
      );
      expect(Math.abs(hue(at(128, 90)) - hue(at(128, 130)))).toBeLessThan(0.15);
    });

    test.each<[string, Opinion]>([
      ['sees nothing', () => [0, 0]],
      ['sees pale skin', () => [2, 9]],
      ['sees skin in one view of four', (_, x) => (x < 0.5 ? [40, 20] : [-2, 14])],
    ])('leaves it alone where the network %s: it is a cap', async (_, browsOwn) => {
      const at = await coloured(lit, seenOn(browsOwn), { faces: [FACE] });
      expect(hue(at(100, 76)) - hue(at(128, 130))).toBeGreaterThan(0.15);
    });
  });

  test('leaves a white beard white', async () => {
    const beard: Rect = { left: 108, top: 140, width: 40, height: 30 };
    const opinion: Opinion = (lightness) => (lightness > 85 ? [0, 0] : [16, 20]);
    const at = await coloured(drawn([FACE, 150], [beard, 225]), opinion, { faces: [FACE] });
    expect(at(128, 150).chroma).toBeLessThan(6);
    expect(at(128, 110).chroma).toBeGreaterThan(14);
  });
});

describe("a portrait's backdrop", () => {
  const FACE: Rect = { left: 100, top: 60, width: 60, height: 70 };
  const sitter = drawn([FACE, 170]);
  const blueBehind: Opinion = (lightness) => (lightness > 55 ? [16, 20] : [0, -25]);

  test('has the tone of a print though all views agree on a colour, and the face keeps its own', async () => {
    const at = await coloured(sitter, blueBehind, { faces: [FACE] });
    for (const y of [20, 128, 230]) expectTone(at(30, y));
    expect(at(130, 95).chroma).toBeGreaterThan(15);
  });

  test('has it though it is scratched', async () => {
    const scratches = Array.from({ length: 15 }, (_, i) => {
      return [{ left: 0, top: i * 16, width: 90, height: 1 }, 200] as const;
    });
    const at = await coloured(drawn([FACE, 170], ...scratches), blueBehind, { faces: [FACE] });
    for (const y of [24, 120, 216]) expectTone(at(30, y));
  });

  test('is no bluer where it is a striped suit', async () => {
    const stripes = Array.from({ length: 12 }, (_, i) => {
      return [{ left: i * 20, top: 150, width: 10, height: SIDE - 150 }, 60] as const;
    });
    const suit = drawn([FACE, 170], ...stripes);
    const at = await coloured(suit, blueBehind, { faces: [FACE] });
    for (const x of [5, 15, 125, 135]) expect(at(x, 230).b).toBeGreaterThan(2);
    const withoutFace = await coloured(suit, blueBehind);
    expect(withoutFace(15, 230).b).toBeLessThan(-5);
  });

  test('without a large face it counts as sky and keeps its blue', async () => {
    const tiny = { ...FACE, width: 8, height: 10 };
    const at = await coloured(sitter, blueBehind, { faces: [tiny] });
    expect(at(30, 128).b).toBeLessThan(-10);
  });
});
