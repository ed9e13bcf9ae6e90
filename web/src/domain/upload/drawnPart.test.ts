import { describe, expect, test } from '@jest/globals';
import { drawnPartOf } from './drawnPart';

/** A picture of 4 x 4: `#` is there, `.` is not. */
const drawn = (rows: string) => ({
  width: 4,
  height: 4,
  data: Uint8ClampedArray.from([...rows.replace(/ /g, '')].flatMap((cell) => [0, 0, 0, cell === '#' ? 255 : 0])),
});

describe('of a damaged file the page draws', () => {
  test.each([
    ['all', '#### #### #### ####'],
    ['all', '#### #..# #..# ####'],
    ['all', '###. #### #### ####'],
    ['some', '#### #### #### ....'],
    ['some', '#### .... .... ....'],
    ['some', '.... #### #### ####'],
    ['some', '###. ###. ###. ###.'],
    ['some', '.### .### .### .###'],
    ['none', '.... .... .... ....'],
  ])('%s: %s', (part, rows) => {
    expect(drawnPartOf(drawn(rows))).toBe(part);
  });
});
