import { beforeAll, describe, expect, test } from '@jest/globals';
import { countedCheckpoint } from '../../testing/checkpoints';
import { letters } from '../../testing/letters';
import { cut, loadPhoto, overlay, psnr } from '../../testing/photos';
import { byteAt, type Picture } from '../image/picture';
import type { TextLine } from './textLines';
import { unveil } from './unveil';

const goOn = () => undefined;

let photo: Picture;
beforeAll(async () => {
  // Face and background, small enough for a quick test.
  photo = cut(await loadPhoto('sally_ride_1984'), { left: 40, top: 10, width: 150, height: 120 });
});

/** One slanted line across the picture's middle, and where it stands. */
const stamp = (picture: Picture, fill: string): Promise<Picture> => {
  const [x, y] = [picture.width / 2, picture.height / 2];
  const text = letters('SAMPLE', { x, y, size: 34, anchor: 'middle', paint: fill });
  return overlay(picture, `<g transform="rotate(-30 ${x} ${y})">${text}</g>`);
};
const lineIn = ({ width, height }: Picture): TextLine => {
  const along = { x: Math.cos(-Math.PI / 6), y: Math.sin(-Math.PI / 6) };
  // The text stands on the middle: its own middle is half a letter above.
  return { centre: { x: width / 2 - 6, y: height / 2 - 10 }, along, length: 130, height: 34 };
};

describe('removing translucent letters', () => {
  test.each([
    ['white', 'fill="#fff" fill-opacity="0.4"'],
    ['black', 'fill="#000" fill-opacity="0.5"'],
  ])('restores the photograph under translucent %s letters', async (_ink, fill) => {
    const stamped = await stamp(photo, fill);
    const count = countedCheckpoint();
    const result = unveil(stamped, [lineIn(photo)], count.checkpoint);
    // The rounds of its shape, and some more.
    expect(count.calls).toBeGreaterThan(160);
    expect(result).toBeDefined();
    if (!result) return;
    const { picture, rim, zone } = result;
    const taken = {
      ...picture,
      data: picture.data.map((value, i) => (byteAt(rim.data, Math.floor(i / 3)) ? byteAt(photo.data, i) : value)),
    };
    expect(psnr(taken, photo)).toBeGreaterThan(psnr(stamped, photo) + 8);
    const changed = picture.data.filter(
      (value, i) => value !== byteAt(stamped.data, i) && !byteAt(zone.data, Math.floor(i / 3)),
    );
    expect(changed).toHaveLength(0);
  });

  test('does not handle opaque letters, which are repainted instead', async () => {
    const count = countedCheckpoint();
    expect(unveil(await stamp(photo, 'fill="#ff8c1a"'), [lineIn(photo)], count.checkpoint)).toBeUndefined();
    expect(count.calls).toBeGreaterThan(15);
  });

  test('stops when the job is cancelled', async () => {
    const stamped = await stamp(photo, 'fill="#fff" fill-opacity="0.4"');
    const early = countedCheckpoint(5);
    expect(() => unveil(stamped, [lineIn(photo)], early.checkpoint)).toThrow('cancelled');
    expect(early.calls).toBe(5);
  });

  test('finds none on a photograph without letters, whatever the detector reports', () => {
    expect(unveil(photo, [lineIn(photo)], goOn)).toBeUndefined();
    expect(unveil(photo, [], goOn)).toBeUndefined();
  });
});
