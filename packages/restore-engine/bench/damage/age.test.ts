import { expect, test } from '@jest/globals';
import { componentsOf, coverage } from '../../src/core/image/mask';
import { createPicture, type Picture } from '../../src/core/image/picture';
import { agePrint, DAMAGE_KINDS, MIXTURE } from './age';

/** A grey print with a dark and a light half. */
function print(width = 120, height = 100): Picture {
  const picture = createPicture(width, height);
  for (let i = 0; i < picture.data.length; i++) picture.data[i] = Math.floor(i / 3) % width < width / 2 ? 70 : 190;
  return picture;
}

test.each(DAMAGE_KINDS)('Draws %s where its mask says and nowhere else, the same for the same seed', (kind) => {
  const sound = print();
  const { picture, masks } = agePrint(sound, [kind], 3);
  const mask = masks.get(kind);
  if (!mask) throw new Error(`No ${kind} was drawn.`);
  expect(coverage(mask)).toBeGreaterThan(0);
  expect(coverage(mask)).toBeLessThan(0.5);
  const strays = mask.data.filter((marked, i) => {
    const moved = Math.abs((picture.data[i * 3 + 1] ?? 0) - (sound.data[i * 3 + 1] ?? 0));
    return marked === 0 && moved > 25;
  });
  expect(strays).toHaveLength(0);
  const bytesOf = (seed: number) => Buffer.from(agePrint(sound, [kind], seed).picture.data);
  expect(bytesOf(3).equals(Buffer.from(picture.data))).toBe(true);
  expect(bytesOf(4).equals(Buffer.from(picture.data))).toBe(false);
});

test('Chips are at most 3 % of the width, and cracks are as wide on a large scan as on a small one', () => {
  const large = print(300, 240);
  const chips = agePrint(large, ['chips'], 1).masks.get('chips');
  const [small, twice] = [print(120, 100), print(240, 200)].map((photo) => {
    const mask = agePrint(photo, ['wide cracks'], 2).masks.get('wide cracks');
    return mask ? coverage(mask) : 0;
  });
  const sizes = chips ? componentsOf(chips).map(({ pixels }) => pixels.length) : [];
  // Two chips that touch count as one.
  expect(sizes.filter((area) => area > 2 * 9 * 9)).toHaveLength(0);
  expect(twice).toBeGreaterThan(0.6 * (small ?? 0));
  expect(twice).toBeLessThan(1.4 * (small ?? 0));
});

test('In a mixture what lies below other damage belongs to the upper one', () => {
  const { masks } = agePrint(print(), MIXTURE, 5);
  const all = MIXTURE.map((kind) => masks.get(kind)?.data ?? new Uint8Array(0));
  expect(all[0]?.some((_, i) => all.filter((mask) => mask[i] === 1).length > 1)).toBe(false);
});
