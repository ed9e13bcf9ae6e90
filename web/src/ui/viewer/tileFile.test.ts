import { tileCount, tileLevels, writeTileIndex } from '@heirlight/contract/tiles';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { openTileFile } from './tileFile';

const levels = tileLevels({ width: 6400, height: 5200 });
const count = tileCount(levels);
const lengths = Array.from({ length: count }, (_, tile) => 10 + (tile % 7));
const index = writeTileIndex(lengths);
/** A file in which the bytes of each tile are its number. */
const file = new Uint8Array([...index, ...lengths.flatMap((length, tile) => Array<number>(length).fill(tile % 256))]);

const turn = () => new Promise((resolve) => setTimeout(resolve));
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}
const closed: number[] = [];
let ranges: string[] = [];
let status = 206;

beforeEach(() => {
  ranges = [];
  closed.length = 0;
  status = 206;
  const answer = async (_url: unknown, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    const { range = '' } = { ...(init?.headers as Record<string, string>) };
    ranges.push(range);
    const [from = 0, last = 0] = range.replace('bytes=', '').split('-').map(Number);
    return { status, arrayBuffer: async () => file.slice(from, last + 1).buffer };
  };
  globalThis.fetch = answer as unknown as typeof fetch;
  globalThis.createImageBitmap = (async (blob: Blob) => {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const number = bytes[0] ?? -1;
    if (bytes.some((byte) => byte !== number)) throw new Error('Parts of two tiles');
    return { width: number, close: () => closed.push(number) };
  }) as unknown as typeof createImageBitmap;
});

test('reads the index once and what is wanted by range, neighbours together', async () => {
  const onTile = jest.fn();
  const tiles = openTileFile('https://storage/tiles', levels, onTile);
  expect(ranges).toEqual([]);
  tiles.want([3, 4, 5, 90]);
  await until(() => onTile.mock.calls.length === 4);
  expect([3, 4, 5, 90].map((number) => tiles.get(number)?.width)).toEqual([3, 4, 5, 90]);
  expect(tiles.get(6)).toBeUndefined();
  expect(ranges).toHaveLength(3);
  expect(ranges[0]).toBe(`bytes=0-${index.length - 1}`);
  tiles.want([4, 5, 6]);
  await until(() => tiles.get(6) !== undefined);
  expect(ranges).toHaveLength(4);
  tiles.close();
});

test('keeps what was wanted last, and closes what falls out', async () => {
  const tiles = openTileFile('https://storage/tiles', levels, () => undefined);
  for (let from = 0; from < 120; from += 20) {
    const numbers = Array.from({ length: 20 }, (_, at) => from + at);
    tiles.want(numbers);
    await until(() => numbers.every((number) => tiles.get(number)));
  }
  expect(tiles.get(0)).toBeUndefined();
  expect(tiles.get(119)?.width).toBe(119);
  expect(closed).toHaveLength(120 - 48);
  tiles.close();
  expect(closed).toHaveLength(120);
});

test('never takes the whole file for a part; the next wish tries again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const tiles = openTileFile('https://storage/tiles', levels, () => undefined);
  status = 200;
  tiles.want([1]);
  await until(() => jest.mocked(console.error).mock.calls.length === 1);
  expect(tiles.get(1)).toBeUndefined();
  status = 206;
  // What failed is forgotten just after it is told.
  await turn();
  tiles.want([1]);
  await until(() => tiles.get(1)?.width === 1);
});

test('a closed file shows and asks nothing more', async () => {
  const onTile = jest.fn();
  const tiles = openTileFile('https://storage/tiles', levels, onTile);
  tiles.want([1, 9]);
  tiles.close();
  tiles.want([2]);
  // More turns than an answer, its bytes and a decoded tile take.
  for (let turns = 0; turns < 20; turns++) await turn();
  expect(onTile).not.toHaveBeenCalled();
  expect(ranges).toHaveLength(1);
});
