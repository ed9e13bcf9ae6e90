// Why: docs/decisions/2026-11-23-files-of-a-result.md
import { type TileLevel, tileArea, tileLevels, writeTileIndex } from '@heirlight/contract/tiles';
import { fromRgb, type RawPicture } from '../platform/pictures';

/** Looks like the file itself, for about half of its bytes. */
const JPEG = { quality: 86 } as const;
const CHANNELS = 3;

/** A part of a picture as a picture of its own: sharp would copy the whole one for each part. */
function cut(picture: RawPicture, area: ReturnType<typeof tileArea>): RawPicture {
  const { left, top, width, height } = area;
  const data = Buffer.alloc(width * height * CHANNELS);
  for (let row = 0; row < height; row++) {
    const from = ((top + row) * picture.width + left) * CHANNELS;
    picture.data.copy(data, row * width * CHANNELS, from, from + width * CHANNELS);
  }
  return { data, width, height };
}

async function encodedTiles(picture: RawPicture, level: TileLevel): Promise<Buffer[]> {
  const tiles: Buffer[] = [];
  for (let row = 0; row < level.rows; row++) {
    for (let column = 0; column < level.columns; column++) {
      const tile = await fromRgb(cut(picture, tileArea(level, column, row)));
      tiles.push(await tile.jpeg(JPEG).toBuffer());
    }
  }
  return tiles;
}

async function reducedTo({ width, height }: TileLevel, picture: RawPicture): Promise<RawPicture> {
  const resized = (await fromRgb(picture)).resize(width, height, { fit: 'fill' });
  return { data: await resized.raw().toBuffer(), width, height };
}

/**
 * Makes the file from which a viewer reads a large picture piece by piece.
 *
 * @returns null for a picture that is small enough to be fetched whole
 */
export async function pictureTiles(picture: RawPicture): Promise<Buffer | null> {
  const levels = tileLevels(picture);
  if (levels.length === 0) return null;
  let shown = picture;
  const tiles: Buffer[] = [];
  // From the largest: each level is made from the one before.
  for (const level of levels.reverse()) {
    if (level.width !== shown.width) shown = await reducedTo(level, shown);
    tiles.unshift(...(await encodedTiles(shown, level)));
  }
  return Buffer.concat([writeTileIndex(tiles.map(({ length }) => length)), ...tiles]);
}
