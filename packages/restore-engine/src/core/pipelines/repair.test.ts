import { describe, expect, test } from '@jest/globals';
import { filled, type Infer, modelsInMemory } from '../../testing/modelsInMemory';
import { blurred, loadPhoto, scratched } from '../../testing/photos';
import type { JobContext } from '../context';
import { threshold } from '../image/mask';
import { at, byteAt, createPicture, lumaOf, type Picture } from '../image/picture';
import { liftFading } from '../image/tone';
import { damageChance } from '../networks/damageDetector';
import { softnessOf } from './damageMask';
import { repairDamage, rimOf } from './repair';

const ENLARGED = 2;

/** How far the scratches drawn on a photo reach beyond their middle, in a scan blurred by `sigma`. */
async function rimOfScratches(name: string, sigma: number): Promise<number> {
  const photo = await loadPhoto(name);
  const damaged = await scratched(photo, 11);
  const scan: Picture = sigma > 0 ? blurred(damaged, sigma) : damaged;
  const [before, after] = [lumaOf(photo), lumaOf(damaged)];
  const drawn = threshold({ ...after, data: after.data.map((value, i) => Math.abs(value - at(before.data, i))) }, 12);
  return rimOf(scan, { width: ENLARGED * scan.width }, softnessOf(drawn, lumaOf(scan)));
}

test.each(['sally_ride_1984', 'moraine_lake', 'karl_marx_1875'])(
  'the repainted rim of a sharp scan is 0 pixels, of a soft one 2: %s',
  async (name) => {
    expect(await rimOfScratches(name, 0)).toBe(0);
    expect(await rimOfScratches(name, 1.4)).toBe(2);
  },
);

test('the rim of a slightly soft scan is 1 pixel', () => {
  expect(rimOf({ width: 1000 }, { width: 2000 }, 0.47)).toBe(1);
});

test('the rim grows if the detector saw the picture at a third of its size', () => {
  const [SHARP, SOFT] = [0.3, 0.55];
  expect(rimOf({ width: 3000 }, { width: 1000 }, SHARP)).toBe(3);
  expect(rimOf({ width: 3000 }, { width: 1000 }, SOFT)).toBe(9);
});

const [WIDTH, HEIGHT] = [400, 300];
const nothing: Infer = ({ dims }) => [filled([1, 1, ...dims.slice(-2)])];
/** In shares of the picture. */
const FACE = { left: 0.5, top: 0.5, right: 0.8, bottom: 0.9 };
const face: Infer = () => {
  // The network sees a square, below this picture it is black.
  const shape = HEIGHT / WIDTH;
  const box = new Float32Array([FACE.top * shape, FACE.left, FACE.bottom * shape, FACE.right]);
  return [
    { type: 'float32', dims: [1, 1, 4], data: box },
    { type: 'float32', dims: [1, 1], data: new Float32Array([0.95]) },
  ];
};
/** Faces that are none. */
const nobody: Infer = () => [filled([1, 1, 4]), filled([1, 1])];

describe('a scratch that the detector sees in pieces', () => {
  const SCRATCH = { left: 40, right: 360, top: 150, bottom: 153 };
  const [WHITE, PALE, GROUND] = [250, 215, 110];
  const isPale = (x: number) => x % 80 >= 60;

  /** Sure of what is white, in doubt about what is pale. */
  const damage: Infer = (input) => [
    { ...input, data: input.data.map((value) => (value > 0.92 ? 0.97 : value > 0.7 ? 0.3 : 0)) },
  ];
  const contextOf = (damages: Infer, onInfer: (name: string) => void = () => undefined): JobContext => ({
    models: modelsInMemory({ damage: damages, text: nothing, torn: nothing, faces: nobody }, onInfer),
    checkpoint: () => undefined,
    onProgress: () => undefined,
  });

  function print(toneAt: (x: number) => number, { left, right, top, bottom } = SCRATCH, on?: Picture): Picture {
    const picture = on ?? createPicture(WIDTH, HEIGHT);
    if (!on) picture.data.fill(GROUND);
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        picture.data.fill(toneAt(x), (y * WIDTH + x) * 3, (y * WIDTH + x + 1) * 3);
      }
    }
    return picture;
  }

  test('is repaired from end to end', async () => {
    const source = print((x) => (isPale(x) ? PALE : WHITE));
    const repaired = await repairDamage(contextOf(damage), source, [0, 1]);
    for (let x = SCRATCH.left; x < SCRATCH.right; x++) {
      expect(byteAt(repaired.data, ((SCRATCH.top + 1) * WIDTH + x) * 3)).toBeLessThan(GROUND + 12);
    }
  });

  test('is repaired in these pieces alone if the detector doubts twice as much as it is sure of: rigging, a wall', async () => {
    const unsure: Infer = (input) => [
      { ...input, data: input.data.map((value) => (value > 0.92 ? 0.97 : value > 0.7 ? 0.35 : 0)) },
    ];
    // The scratch has 720 pixels that it is sure of and 240 that it doubts.
    const paleWith = async (doubted: number) => {
      const wall = print(() => PALE, { left: 60, right: 60 + doubted / 40, top: 60, bottom: 100 });
      const source = print((x) => (isPale(x) ? PALE : WHITE), SCRATCH, wall);
      const repaired = await repairDamage(contextOf(unsure), source, [0, 1]);
      return byteAt(repaired.data, ((SCRATCH.top + 1) * WIDTH + 150) * 3);
    };
    expect(await paleWith(800)).toBeLessThan(GROUND + 12);
    expect(await paleWith(1600)).toBe(PALE);
  });

  test('stays whole if no piece of it convinces, and the print is not looked at again', async () => {
    const doubted: Infer = (input) => [{ ...input, data: input.data.map((value) => (value > 0.7 ? 0.3 : 0)) }];
    const source = print(() => WHITE);
    const looksAt = async (damages: Infer, work: (context: JobContext) => Promise<unknown>) => {
      const ran: string[] = [];
      await work(contextOf(damages, (name) => void ran.push(name)));
      return ran.filter((name) => name === 'damage').length;
    };
    const once = async (context: JobContext) => damageChance(context, liftFading(source), () => undefined);
    const whole = async (context: JobContext) => repairDamage(context, source, [0, 1]);
    expect(await whole(contextOf(doubted))).toBe(source);
    expect(await looksAt(doubted, whole)).toBe(await looksAt(doubted, once));
    expect(await looksAt(damage, whole)).toBeGreaterThan(await looksAt(damage, once));
  });
});

describe('a badly damaged portrait', () => {
  const [GROUND, WHITE, FRAME, HINGE] = [110, 250, 190, 215];
  /** In pixels; the face's box is FACE. */
  const GLASSES = { left: 240, right: 264, top: 208, bottom: 211 };
  const HINGE_TO = 250;
  /** Sure of what is white, and of the hinge nearly so, for which a damaged print takes the whole frame. */
  const damage: Infer = (input) => {
    // The detector sees the print with its contrast lifted.
    const tones = lumaOf(liftFading(portrait()));
    const toneAt = (x: number) => at(tones.data, (GLASSES.top + 1) * WIDTH + x) / 255;
    const isLike = (tone: number, x: number) => Math.abs(tone - toneAt(x)) < 0.03;
    const chanceOf = (tone: number) => {
      if (tone > 0.9) return 0.99;
      return isLike(tone, GLASSES.left + 1) ? 0.92 : isLike(tone, GLASSES.right - 2) ? 0.37 : 0;
    };
    return [{ ...input, data: input.data.map(chanceOf) }];
  };

  function portrait(): Picture {
    const picture = createPicture(WIDTH, HEIGHT);
    picture.data.fill(GROUND);
    const draw = (level: number, { left, right, top, bottom }: typeof GLASSES) => {
      for (let y = top; y < bottom; y++) picture.data.fill(level, (y * WIDTH + left) * 3, (y * WIDTH + right) * 3);
    };
    for (const top of [20, 40, 60, 80, 100]) draw(WHITE, { left: 30, right: 370, top, bottom: top + 3 });
    draw(FRAME, GLASSES);
    draw(HINGE, { ...GLASSES, right: HINGE_TO });
    return picture;
  }

  test.each([
    ['keeps the glasses on a face', face, FRAME],
    ['loses the same mark where no face is', nobody, GROUND],
  ])('%s', async (_, faces, level) => {
    const models = modelsInMemory({ damage, torn: nothing, text: nothing, faces });
    const context = { models, checkpoint: () => undefined, onProgress: () => undefined };
    const repaired = await repairDamage(context, portrait(), [0, 1]);
    expect(byteAt(repaired.data, (21 * WIDTH + 200) * 3)).toBeLessThan(WHITE - 80);
    expect(Math.abs(byteAt(repaired.data, (209 * WIDTH + 255) * 3) - level)).toBeLessThan(12);
  });
});

describe('foxing that the detector does not see', () => {
  const [GROUND, SPOT] = [180, 150];
  const TEXT_TO = 60;
  const text: Infer = ({ dims }) => {
    const [high = 0, wide = 0] = dims.slice(-2);
    const found = filled([1, 1, high, wide]);
    found.data.fill(1, 0, Math.round((high * TEXT_TO) / HEIGHT) * wide);
    return [found];
  };
  const contextOf = (faces: Infer): JobContext => ({
    models: modelsInMemory({ damage: nothing, torn: nothing, text, faces }),
    checkpoint: () => undefined,
    onProgress: () => undefined,
  });
  const places = Array.from({ length: 70 }, (_, i) => ({ x: 12 + ((i * 97) % 376), y: 12 + ((i * 61) % 276) }));

  function foxed(): Picture {
    const picture = createPicture(WIDTH, HEIGHT);
    picture.data.fill(GROUND);
    for (const { x, y } of places) {
      for (let row = y - 2; row <= y + 2; row++) {
        picture.data.fill(SPOT, (row * WIDTH + x - 2) * 3, (row * WIDTH + x + 3) * 3);
      }
    }
    return picture;
  }

  test('is covered, but in text and in faces', async () => {
    const repaired = await repairDamage(contextOf(face), foxed(), [0, 1]);
    type Place = (typeof places)[number];
    const isLeft = ({ x, y }: Place) => byteAt(repaired.data, (y * WIDTH + x) * 3) === SPOT;
    /** Of the face's box, from its middle: 0.5 is its side. */
    const awayOf = ({ x, y }: Place): [number, number] => [
      (x / WIDTH - FACE.left) / (FACE.right - FACE.left) - 0.5,
      (y / HEIGHT - FACE.top) / (FACE.bottom - FACE.top) - 0.5,
    ];
    const isText = ({ y }: Place) => y < TEXT_TO - 4;
    const isFace = (place: Place) => Math.hypot(...awayOf(place)) < 0.5;
    const isInCorner = (place: Place) => {
      const away = awayOf(place);
      return Math.max(...away.map(Math.abs)) < 0.5 && Math.hypot(...away) > 0.55;
    };
    expect(places.filter((place) => isText(place) || isFace(place)).every(isLeft)).toBe(true);
    // What is in the box and beside the face is the ground behind it.
    expect(places.filter(isInCorner).map(isLeft)).toEqual([false, false]);
    const others = places.filter((place) => !isText(place) && Math.hypot(...awayOf(place)) > 0.6);
    expect(others.filter(isLeft).length).toBeLessThan(0.25 * others.length);
  });

  test('stays in a colour photograph and in a quick look', async () => {
    const grey = foxed();
    expect(await repairDamage(contextOf(face), grey, [0, 1], { isQuick: true })).toBe(grey);
    const coloured = foxed();
    // Green and red pixels in turn.
    for (let i = 0; i < coloured.data.length; i += 3) coloured.data[i + (i % 2)] = 60;
    expect(await repairDamage(contextOf(face), coloured, [0, 1])).toBe(coloured);
  });
});
