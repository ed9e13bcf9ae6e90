import { describe, expect, test } from '@jest/globals';
import { FOXING, lumaError, STAINED_SIZE, stained, stainedPrint } from '../../testing/stains';
import { unstained } from './unstain';

const BLUE_INK = [0.4, 0.5, 0.85];

describe('stains', () => {
  test('brown spots are removed from a print of one tint, and the picture under them shows', () => {
    const truth = stainedPrint();
    const spotted = stained(truth, FOXING);
    expect(lumaError(spotted, truth)).toBeGreaterThan(25);
    const out = unstained(spotted);
    expect(lumaError(out, truth)).toBeLessThan(5);
    const far = (100 * STAINED_SIZE.width + 20) * 3;
    expect(out.data.slice(far, far + 60)).toEqual(spotted.data.slice(far, far + 60));
  });

  test.each([
    ['a print without stains', stainedPrint()],
    ['one that writing in blue ink stands on', stained(stainedPrint(), BLUE_INK)],
    ['one of which a third is stained: that may be its own tint', stained(stainedPrint(), FOXING, (x) => x < 56)],
    [
      'one in neutral greys',
      { ...stainedPrint(), data: stainedPrint().data.map((_, i, data) => data[i - (i % 3)] ?? 0) },
    ],
  ])('%s stays unchanged', (_, picture) => {
    expect(unstained(picture)).toBe(picture);
  });
});
