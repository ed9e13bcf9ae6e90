/** Pictures side by side, to be looked at. */
import sharp from 'sharp';
import type { Picture } from '../../src/core/image/picture';
import { toPng } from '../../src/testing/photos';

const CELL_HEIGHT_PX = 360;

/** One row per photo: as it came, simple remedy, ours, truth. */
export async function writeSheet(strips: readonly Picture[][], file: string): Promise<void> {
  const rows = await Promise.all(strips.map(rowOf));
  const width = Math.max(...rows.map((row) => row.width));
  const composite = rows.map(({ data }, index) => ({ input: data, left: 0, top: index * CELL_HEIGHT_PX }));
  const sheet = sharp({ create: { width, height: rows.length * CELL_HEIGHT_PX, channels: 3, background: '#202020' } });
  await sheet.composite(composite).png({ compressionLevel: 6 }).toFile(file);
}

async function rowOf(pictures: readonly Picture[]): Promise<{ data: Buffer; width: number }> {
  const cells = await Promise.all(
    pictures.map(
      async (picture) =>
        await sharp(await toPng(picture))
          .resize({ height: CELL_HEIGHT_PX })
          .toBuffer({ resolveWithObject: true }),
    ),
  );
  let left = 0;
  const composite = cells.map(({ data, info }) => {
    const cell = { input: data, left, top: 0 };
    left += info.width + 6;
    return cell;
  });
  const row = sharp({ create: { width: left, height: CELL_HEIGHT_PX, channels: 3, background: '#202020' } });
  return { data: await row.composite(composite).png().toBuffer(), width: left };
}
