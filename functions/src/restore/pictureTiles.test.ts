import { readTileIndex, TILE_SIDE_PX, tileCount, tileIndexBytes, tileLevels } from '@heirlight/contract/tiles';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { pictureTiles } from './pictureTiles';

const WIDTH = 2600;
const HEIGHT = 1700;

test('a large picture in tiles: each lies where its level says, at every size', async () => {
  // Red grows to the right, green downwards: a colour says where in the picture it is.
  const data = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    data[at * 3] = ((at % WIDTH) / WIDTH) * 255;
    data[at * 3 + 1] = (Math.floor(at / WIDTH) / HEIGHT) * 255;
  }
  const file = await pictureTiles({ data, width: WIDTH, height: HEIGHT });
  const levels = tileLevels({ width: WIDTH, height: HEIGHT });
  const offsets = readTileIndex(new Uint8Array(file!.subarray(0, tileIndexBytes(levels))).buffer);
  expect(offsets).toHaveLength(tileCount(levels) + 1);
  expect(offsets.at(-1)).toBe(file?.length);
  const colourIn = async (tile: number, left: number, top: number) => [
    ...(await sharp(file?.subarray(offsets[tile], offsets[tile + 1]))
      .extract({ left, top, width: 1, height: 1 })
      .raw()
      .toBuffer()),
  ];
  for (const level of levels) {
    const [red = 0, green = 0] = await colourIn(level.first + level.columns + 2, 10, 20);
    expect(red).toBeCloseTo(((2 * TILE_SIDE_PX + 10) / level.width) * 255, -1);
    expect(green).toBeCloseTo(((TILE_SIDE_PX + 20) / level.height) * 255, -1);
    const last = level.first + level.columns * level.rows - 1;
    const corner = await sharp(file?.subarray(offsets[last], offsets[last + 1])).metadata();
    expect([corner.width, corner.height]).toEqual([level.width % TILE_SIDE_PX, level.height % TILE_SIDE_PX]);
  }
});

test('a picture that is decoded whole has no tiles', async () => {
  expect(await pictureTiles({ data: Buffer.alloc(0), width: 2048, height: 2048 })).toBeNull();
});
