import { readTileIndex, type TileLevel, tileIndexBytes } from '@heirlight/contract/tiles';
import { runsOf } from './tilesInSight';

/** Decoded tiles of one picture that are kept: each takes 1 MB, and a 4K screen shows about 60. */
const LEAST_KEPT = 48;
/** Beyond what is in sight, so much again. */
const KEPT_SHARE = 1.25;
/** Requests at once: what has left the sight must not keep what came into it waiting. */
const MOST_REQUESTS = 6;

export interface TileFile {
  /** Returns a decoded tile, or undefined while it is not here. */
  get(number: number): ImageBitmap | undefined;
  /** Fetches these tiles, in this order, unless they are here. What was asked for before and has not begun is forgotten. */
  want(numbers: readonly number[]): void;
  close(): void;
}

/** Reads `from` up to `to`, exclusive. Fails if the server sends the whole file instead. */
async function readRange(url: string, from: number, to: number, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(url, { headers: { range: `bytes=${from}-${to - 1}` }, signal });
  if (response.status !== 206) throw new Error(`A part of the picture could not be fetched: HTTP ${response.status}`);
  return response.arrayBuffer();
}

/**
 * The tiles of one large picture. Fetches and decodes only what is asked for, beside the main thread, and keeps little
 * more than what is in sight. What cannot be fetched is asked for again the next time it is wanted.
 *
 * @param onTile called when a tile has come
 */
export function openTileFile(url: string, levels: readonly TileLevel[], onTile: () => void): TileFile {
  const closing = new AbortController();
  const { signal } = closing;
  /** Least recently wanted first. */
  const tiles = new Map<number, ImageBitmap>();
  const fetching = new Set<number>();
  let index: Promise<number[]> | null = null;
  let queue: number[][] = [];
  let wanted: readonly number[] = [];
  let requests = 0;

  const readIndex = () => {
    index ??= readRange(url, 0, tileIndexBytes(levels), signal).then(readTileIndex);
    return index;
  };

  const drop = () => {
    const most = Math.max(LEAST_KEPT, Math.ceil(wanted.length * KEPT_SHARE));
    for (const [number, tile] of tiles) {
      if (tiles.size <= most) return;
      tiles.delete(number);
      tile.close();
    }
  };

  const keep = (number: number, tile: ImageBitmap) => {
    if (signal.aborted) return tile.close();
    tiles.set(number, tile);
    drop();
    onTile();
  };

  const fetchRun = async (run: readonly number[]) => {
    const offsets = await readIndex();
    const [from, to] = [offsets[run[0] ?? 0] ?? 0, offsets[(run.at(-1) ?? 0) + 1] ?? 0];
    const bytes = await readRange(url, from, to, signal);
    const decoded = run.map(async (number) => {
      const tile = bytes.slice((offsets[number] ?? 0) - from, (offsets[number + 1] ?? 0) - from);
      keep(number, await createImageBitmap(new Blob([tile], { type: 'image/jpeg' })));
    });
    await Promise.all(decoded);
  };

  const next = () => {
    if (signal.aborted || requests >= MOST_REQUESTS) return;
    const run = queue.shift();
    if (!run) return;
    requests += 1;
    for (const number of run) fetching.add(number);
    fetchRun(run)
      .catch((error: unknown) => {
        index = tiles.size > 0 ? index : null;
        if (!signal.aborted) console.error('Parts of a picture could not be shown', error);
      })
      .finally(() => {
        requests -= 1;
        for (const number of run) fetching.delete(number);
        next();
      });
    next();
  };

  return {
    get: (number) => tiles.get(number),
    want(numbers) {
      wanted = numbers;
      for (const number of numbers) {
        const tile = tiles.get(number);
        if (!tile) continue;
        tiles.delete(number);
        tiles.set(number, tile);
      }
      queue = runsOf(numbers.filter((number) => !tiles.has(number) && !fetching.has(number)));
      next();
    },
    close() {
      closing.abort();
      for (const tile of tiles.values()) tile.close();
      tiles.clear();
    },
  };
}
