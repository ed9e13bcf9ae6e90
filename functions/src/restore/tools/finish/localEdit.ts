import { fromRgb, type RawPicture } from '../../../platform/pictures';

/** Side of the squares in which change is judged, in pixels. */
const BLOCK_PX = 8;
/** A square whose mean change exceeds the usual change by this many levels (of 255) was edited on purpose. */
const EDIT_LEVELS = 4;
/**
 * From this share of untouched squares on, the model is taken to have kept everything else. A face that fills the
 * picture, edited in an ellipse, leaves a fifth of it; a model that redraws the whole picture leaves almost nothing.
 */
const UNTOUCHED_SHARE = 0.15;
/** Squares around an edit that are blended, so that no seam shows. */
const FEATHER_BLOCKS = 2;

/** Black and white as a scanner clips them: a model can draw such a square anew and hit every pixel. */
const CLIPPED = new Set([0, 255]);

interface BlockMap {
  values: Float32Array;
  columns: number;
  rows: number;
}

/** Mean absolute difference per square, 0..255. Both pictures have the same size. */
function blockDifferences(original: RawPicture, edited: RawPicture): BlockMap {
  const { width, height } = original;
  const columns = Math.ceil(width / BLOCK_PX);
  const rows = Math.ceil(height / BLOCK_PX);
  const values = new Float32Array(columns * rows);
  const counts = new Float32Array(columns * rows);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / BLOCK_PX) * columns;
    for (let x = 0; x < width; x++) {
      const block = row + Math.floor(x / BLOCK_PX);
      const offset = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const change = (original.data[offset + channel] ?? 0) - (edited.data[offset + channel] ?? 0);
        values[block] = (values[block] ?? 0) + Math.abs(change);
      }
      counts[block] = (counts[block] ?? 0) + 3;
    }
  }
  for (let block = 0; block < values.length; block++) values[block] = (values[block] ?? 0) / (counts[block] ?? 1);
  return { values, columns, rows };
}

/** 1 for squares that hold anything but clipped black or white. */
function tellingBlocks({ data, width, height }: RawPicture, { columns, rows }: BlockMap): Uint8Array {
  const telling = new Uint8Array(columns * rows);
  for (let y = 0; y < height; y++) {
    for (let at = y * width * 3; at < (y + 1) * width * 3; at++) {
      if (CLIPPED.has(data[at] ?? 0)) continue;
      const x = Math.floor(at / 3) - y * width;
      telling[Math.floor(y / BLOCK_PX) * columns + Math.floor(x / BLOCK_PX)] = 1;
    }
  }
  return telling;
}

/** 1 in squares that were edited, falling to 0 over FEATHER_BLOCKS around them. */
function editMask({ values, columns, rows }: BlockMap): BlockMap {
  const usual = [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const threshold = usual * 2 + EDIT_LEVELS;
  const mask = new Float32Array(values.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if ((values[row * columns + column] ?? 0) <= threshold) continue;
      spread(mask, { row, column, columns, rows });
    }
  }
  return { values: mask, columns, rows };
}

function spread(mask: Float32Array, at: { row: number; column: number; columns: number; rows: number }): void {
  for (let dy = -FEATHER_BLOCKS; dy <= FEATHER_BLOCKS; dy++) {
    for (let dx = -FEATHER_BLOCKS; dx <= FEATHER_BLOCKS; dx++) {
      const row = at.row + dy;
      const column = at.column + dx;
      if (row < 0 || column < 0 || row >= at.rows || column >= at.columns) continue;
      const weight = 1 - Math.max(0, Math.max(Math.abs(dx), Math.abs(dy)) - 1) / FEATHER_BLOCKS;
      const index = row * at.columns + column;
      mask[index] = Math.max(mask[index] ?? 0, weight);
    }
  }
}

/** The mask at full size, smooth between squares and exactly 0 away from edits. */
async function fullSizeMask(mask: BlockMap, { width, height }: RawPicture): Promise<Buffer> {
  const small = Buffer.alloc(mask.columns * mask.rows * 3);
  for (const [index, value] of mask.values.entries()) small.fill(Math.round(value * 255), index * 3, index * 3 + 3);
  const picture = await fromRgb({ data: small, width: mask.columns, height: mask.rows });
  return picture
    .resize(mask.columns * BLOCK_PX, mask.rows * BLOCK_PX, { fit: 'fill', kernel: 'linear' })
    .extract({ left: 0, top: 0, width, height })
    .extractChannel(0)
    .raw()
    .toBuffer();
}

/**
 * Keeps of an edit only what was meant: regions that changed clearly more than the model's usual all-over change (of a
 * background enhancer, a resampling). Every pixel elsewhere is the original's, bit for bit.
 */
export async function keepLocalEdits(original: RawPicture, edited: RawPicture): Promise<RawPicture> {
  const differences = blockDifferences(original, edited);
  const isTelling = tellingBlocks(original, differences);
  const telling = differences.values.filter((_, block) => isTelling[block]);
  const untouched = telling.filter((value) => value === 0).length;
  if (untouched > 0 && untouched >= telling.length * UNTOUCHED_SHARE) return edited;

  const mask = await fullSizeMask(editMask(differences), original);
  const data = Buffer.from(original.data);
  mask.forEach((weight, pixel) => {
    if (weight === 0) return;
    for (let offset = pixel * 3; offset < pixel * 3 + 3; offset++) {
      const from = original.data[offset] ?? 0;
      data[offset] = Math.round(from + (((edited.data[offset] ?? 0) - from) * weight) / 255);
    }
  });
  return { data, width: original.width, height: original.height };
}
