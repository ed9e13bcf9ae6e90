import { pageImage } from './pageImage';

/** How much of a damaged file the page draws. */
export type DrawnPart = 'all' | 'some' | 'none';

/** Fine enough to see a missing strip, small enough for any device. */
const SIDE_PX = 1024;

/** Returns how much of a picture is there, by its opacity: a browser leaves the rows that it does not find transparent. */
export function drawnPartOf({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>): DrawnPart {
  const isEmpty = (x: number, y: number) => data[(y * width + x) * 4 + 3] === 0;
  const row = (y: number) => Array.from({ length: width }, (_, x) => isEmpty(x, y));
  const column = (x: number) => Array.from({ length: height }, (_, y) => isEmpty(x, y));
  const all = (cells: readonly boolean[]) => cells.every(Boolean);
  const rows = Array.from({ length: height }, (_, y) => all(row(y)));
  if (all(rows)) return 'none';
  // A photo that lies on its side ends at another edge.
  const edges = [rows[0], rows.at(-1), all(column(0)), all(column(width - 1))];
  return edges.some(Boolean) ? 'some' : 'all';
}

/** Returns how much of a damaged file the page draws. What it draws is what is sent (convertToJpeg.ts). */
export async function drawnPart(file: Blob): Promise<DrawnPart> {
  const image = await pageImage(file);
  if (!image?.naturalWidth) return 'none';
  const width = Math.min(SIDE_PX, image.naturalWidth);
  const height = Math.min(SIDE_PX, image.naturalHeight);
  const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
  if (!context) return 'all';
  context.drawImage(image, 0, 0, width, height);
  return drawnPartOf(context.getImageData(0, 0, width, height));
}
