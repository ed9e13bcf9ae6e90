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

describe('a scratch that the detector sees in pieces', () => {
  const [WIDTH, HEIGHT] = [400, 300];
  const SCRATCH = { left: 40, right: 360, top: 150, bottom: 153 };
  const [WHITE, PALE, GROUND] = [250, 215, 110];
  const isPale = (x: number) => x % 80 >= 60;

  /** Sure of what is white, in doubt about what is pale. */
  const damage: Infer = (input) => [
    { ...input, data: input.data.map((value) => (value > 0.92 ? 0.97 : value > 0.7 ? 0.3 : 0)) },
  ];
  const nothing: Infer = ({ dims }) => [filled([1, 1, ...dims.slice(-2)])];
  const contextOf = (damages: Infer, onInfer: (name: string) => void = () => undefined): JobContext => ({
    models: modelsInMemory({ damage: damages, text: nothing, torn: nothing }, onInfer),
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
