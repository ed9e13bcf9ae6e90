import { TOOL_IDS } from '@heirlight/contract/tools';
import type { FoundFace } from '@heirlight/imaging/faces';
import { describe, expect, jest, test } from '@jest/globals';
import { toolCopy } from '../../../copy/toolCopy';
import type { Pixels } from '../pixels';
import type { Quad } from '../quad';
import { type Reason, SUGGESTED_TOOL } from './reasons';
import { type FindFaces, reasonFor } from './suggest';

const SIDE = 128;
type Rgb = readonly [number, number, number];

function picture(at: (x: number, y: number) => Rgb): Pixels {
  const data = new Uint8ClampedArray(SIDE * SIDE * 4);
  for (let place = 0; place < SIDE * SIDE; place += 1) {
    data.set([...at(place % SIDE, Math.floor(place / SIDE)), 255], 4 * place);
  }
  return { width: SIDE, height: SIDE, data };
}
const grey = (level: number): Rgb => [level, level, level];
const sepia = (level: number): Rgb => [level + 9, level, level - 9];
/** From black to white within what lies inside the rim. */
const ramp = (x: number) => Math.min(245, Math.max(10, 2.6 * x - 38));
const greyRamp = picture((x) => grey(ramp(x)));
/** Sharp squares, black to white, in two colours. */
const colours = picture((x, y) => {
  const level = (Math.floor(x / 6) + Math.floor(y / 6)) % 2 ? 230 : 10;
  return y < SIDE / 2 ? [level, level / 2, 10] : [10, level / 2, level];
});
/** The same without detail. */
const hazy = picture((x, y) => [ramp(x), ramp(y), ramp(y)]);

const face: FoundFace = { x: 0.3, y: 0.3, width: 0.4, height: 0.4, score: 0.9 };
const noFaces: FindFaces = async () => [];
const oneFace: FindFaces = async () => [face];
const file = (px: number) => ({ width: px, height: px / 2 });
const ask = (seen: Pixels, px: number, find: FindFaces = noFaces, print: Quad | null = null) =>
  reasonFor({ picture: seen, size: file(px), print }, find);

describe('what speaks for a tool', () => {
  const scratched = (x: number, y: number) => Math.abs(x - y) < 1.2 || Math.abs(x + y - SIDE) < 1.2;

  test.each<[Reason | null, string, Pixels, number, FindFaces]>([
    ['grey', 'a sound grey print', greyRamp, 1600, noFaces],
    ['sepia', 'a sound sepia print', picture((x) => sepia(ramp(x))), 1600, noFaces],
    ['greyScratched', 'a scratched one', picture((x, y) => grey(scratched(x, y) ? 250 : 100)), 1600, noFaces],
    ['greyFaded', 'a faded one', picture((x) => grey(80 + 0.4 * ramp(x))), 1600, noFaces],
    [null, 'a sound one that is small: two tools would do', greyRamp, 600, noFaces],
    [null, 'one that is not quite faded', picture((x) => grey(30 + 0.6 * ramp(x))), 1600, noFaces],
    ['sepiaFaded', 'a sepia one as weak', picture((x) => sepia(38 + 0.7 * ramp(x))), 1600, noFaces],
    [null, 'a sepia one as weak whose black is black', picture((x) => sepia(0.6 * ramp(x))), 1600, noFaces],
    [null, 'a blue scene', picture((x) => [x, x, 60 + x]), 1600, noFaces],
    ['small', 'a small colour photo', colours, 400, noFaces],
    ['smallPeople', 'a small one of people', colours, 400, oneFace],
    [null, 'a large one', colours, 1600, oneFace],
    ['blurredFace', 'a face without detail', hazy, 1600, oneFace],
    [null, 'no face, and no detail', hazy, 1600, noFaces],
    [null, 'a small face without detail: two tools would do', hazy, 400, oneFace],
  ])('%s: %s', async (reason, _, seen, px, find) => {
    expect(await ask(seen, px, find)).toBe(reason);
  });

  test('faces are looked for in colour photos only: that takes longest, and a download', async () => {
    const find = jest.fn(noFaces);
    await ask(greyRamp, 1600, find);
    expect(find).not.toHaveBeenCalled();
    await ask(colours, 1600, find);
    expect(find).toHaveBeenCalledTimes(1);
  });

  test('of a snapshot only the print on it counts, and its size', async () => {
    const [from, to] = [0.25, 0.75];
    const inside = (x: number) => x >= from * SIDE && x < to * SIDE;
    const snapshot = picture((x, y) =>
      inside(x) && inside(y) ? grey(ramp(2 * (x - from * SIDE))) : [200, 90 + (y % 60), 20],
    );
    const print: Quad = [
      { x: from, y: from },
      { x: to, y: from },
      { x: to, y: to },
      { x: from, y: to },
    ];
    expect(await ask(snapshot, 3000, noFaces)).not.toBe('grey');
    expect(await ask(snapshot, 3000, noFaces, print)).toBe('grey');
    expect(await ask(snapshot, 1300, noFaces, print)).toBeNull();
  });
});

test('each tool is suggested for some reason, and each reason has one short sentence', () => {
  expect(new Set(Object.values(SUGGESTED_TOOL))).toEqual(new Set(TOOL_IDS));
  expect(Object.keys(toolCopy.because).sort()).toEqual(Object.keys(SUGGESTED_TOOL).sort());
  for (const because of Object.values(toolCopy.because)) expect(because).toMatch(/^(It|A|Words) [^.]{5,30}\.$/);
});
