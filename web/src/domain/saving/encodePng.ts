import type { Rows } from '@heirlight/imaging/adjust';
import { type PictureFacts, PNG_SIGNATURE, pngChunk, pngFacts } from '@heirlight/imaging/metadata';

/** Pixels that are held as RGBA at a time: 8 MB. */
const STRIP_PX = 2_000_000;
/** Compressed bytes that are held outside a Blob. Browsers keep large Blobs on disk. */
const HELD_BYTES = 8 * 1024 * 1024;
const CHANNELS = 3;
const PAETH = 4;

/** The header: size, eight bits, RGB (colour type 2). */
function header({ width, height }: Rows): Uint8Array {
  const data = new Uint8Array(13);
  const view = new DataView(data.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  data.set([8, 2], 8);
  return data;
}

/** Puts a row of RGBA as RGB behind the left neighbour that a first pixel does not have. */
function takeRow(row: Uint8Array, rgba: Uint8ClampedArray, from: number): void {
  for (let at = CHANNELS, source = from; at < row.length; at += CHANNELS, source += 4) {
    row[at] = rgba[source] ?? 0;
    row[at + 1] = rgba[source + 1] ?? 0;
    row[at + 2] = rgba[source + 2] ?? 0;
  }
}

/**
 * Writes what Paeth's prediction leaves of a row (https://www.w3.org/TR/png-3/#9Filter-types). Photographs hardly gain
 * by another filter. Rows begin with one black pixel.
 */
function filterRow(out: Uint8Array, start: number, row: Uint8Array, above: Uint8Array): void {
  out[start] = PAETH;
  const shift = start + 1 - CHANNELS;
  for (let at = CHANNELS; at < row.length; at++) {
    const left = row[at - CHANNELS] ?? 0;
    const up = above[at] ?? 0;
    const corner = above[at - CHANNELS] ?? 0;
    const toLeft = Math.abs(up - corner);
    const toUp = Math.abs(left - corner);
    const toCorner = Math.abs(left + up - 2 * corner);
    const nearest = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
    out[shift + at] = (row[at] ?? 0) - nearest;
  }
}

/** The filtered rows of one strip; keeps the last row for the next strip. */
function stripFilter({ width }: Rows): (rgba: Uint8ClampedArray, count: number) => Uint8Array<ArrayBuffer> {
  const rowBytes = 1 + width * CHANNELS;
  let above = new Uint8Array(CHANNELS + width * CHANNELS);
  let row = new Uint8Array(above.length);
  return (rgba, count) => {
    const filtered = new Uint8Array(count * rowBytes);
    for (let line = 0; line < count; line++) {
      takeRow(row, rgba, line * width * 4);
      filterRow(filtered, line * rowBytes, row, above);
      [above, row] = [row, above];
    }
    return filtered;
  };
}

/** Writes the filtered rows, one strip at a time, each after the one before it was taken. */
async function writeRows(rows: Rows, compressor: WritableStream<BufferSource>): Promise<void> {
  const { width, height, read } = rows;
  const writer = compressor.getWriter();
  const filter = stripFilter(rows);
  const perStrip = Math.max(1, Math.floor(STRIP_PX / width));
  try {
    for (let from = 0; from < height; from += perStrip) {
      const count = Math.min(perStrip, height - from);
      await writer.write(filter(read(from, count), count));
    }
    await writer.close();
  } catch (error) {
    // Else its reader would wait for ever.
    await writer.abort(error);
    throw error;
  }
}

/**
 * Encodes a PNG with what it says about itself. Holds a few megabytes beside the picture, however large it is: the
 * canvas's own encoder needs the whole of it at once, and iOS has none for more than 16.7 megapixels.
 */
export async function encodePng(rows: Rows, facts: PictureFacts): Promise<Blob> {
  const compressor = new CompressionStream('deflate');
  const written = writeRows(rows, compressor.writable);
  // Awaited below; a failure before that must not count as unhandled.
  written.catch(() => undefined);
  let held: BlobPart[] = [PNG_SIGNATURE, pngChunk('IHDR', header(rows)), ...pngFacts(facts)];
  let heldBytes = 0;
  const reader = compressor.readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    held.push(pngChunk('IDAT', value));
    heldBytes += value.length;
    if (heldBytes < HELD_BYTES) continue;
    held = [new Blob(held)];
    heldBytes = 0;
  }
  await written;
  return new Blob([...held, pngChunk('IEND', new Uint8Array(0))], { type: 'image/png' });
}
