/** The two kinds of pixels the engine handles: whole photographs in 8 bits, and working pieces in floating point. */

/** A photograph: sRGB, 8 bits, three interleaved channels. */
export interface Picture {
  width: number;
  height: number;
  /** Row by row, `3 * width * height` bytes. Clamped: storing 300 stores 255. */
  data: Uint8ClampedArray;
}

/** A piece being worked on: interleaved channels, values 0..255 (or 0..1 for masks, as the function says). */
export interface Raster {
  width: number;
  height: number;
  channels: number;
  data: Float32Array;
}

/** Pixels, left and top inclusive. */
export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function createPicture(width: number, height: number): Picture {
  return { width, height, data: new Uint8ClampedArray(width * height * 3) };
}

export function createRaster(width: number, height: number, channels: number): Raster {
  return { width, height, channels, data: new Float32Array(width * height * channels) };
}

export function copyPicture(picture: Picture): Picture {
  return { ...picture, data: new Uint8ClampedArray(picture.data) };
}

/** The part of a rectangle that lies inside the picture, on whole pixels. */
export function clampRect(rect: Rect, within: { width: number; height: number }): Rect {
  const left = Math.min(Math.max(0, Math.floor(rect.left)), within.width);
  const top = Math.min(Math.max(0, Math.floor(rect.top)), within.height);
  const right = Math.min(Math.max(left, Math.ceil(rect.left + rect.width)), within.width);
  const bottom = Math.min(Math.max(top, Math.ceil(rect.top + rect.height)), within.height);
  return { left, top, width: right - left, height: bottom - top };
}

/** Where the rectangle lies in a picture `factor` times as large. */
export function scaledRect({ left, top, width, height }: Rect, factor: number): Rect {
  return { left: left * factor, top: top * factor, width: width * factor, height: height * factor };
}

/** The whole picture as a float raster, 0..255. */
export function rasterOf(picture: Picture): Raster {
  return cutRaster(picture, { left: 0, top: 0, width: picture.width, height: picture.height });
}

/** Copies a part of a picture or of a three-channel raster, 0..255. The rectangle must lie inside. */
export function cutRaster(picture: Picture | Raster, rect: Rect): Raster {
  const out = createRaster(rect.width, rect.height, 3);
  const rowLength = rect.width * 3;
  for (let y = 0; y < rect.height; y++) {
    const start = ((rect.top + y) * picture.width + rect.left) * 3;
    out.data.set(picture.data.subarray(start, start + rowLength), y * rowLength);
  }
  return out;
}

/** Writes the part `from` of a raster (0..255) into the picture at left, top. */
export function pasteRaster(target: Picture, raster: Raster, from: Rect, at: { left: number; top: number }): void {
  for (let y = 0; y < from.height; y++) {
    const start = ((from.top + y) * raster.width + from.left) * 3;
    const row = raster.data.subarray(start, start + from.width * 3);
    target.data.set(row, ((at.top + y) * target.width + at.left) * 3);
  }
}

/** BT.601 luma, 0..255, one channel. */
export function lumaOf(picture: Picture): Raster {
  const out = createRaster(picture.width, picture.height, 1);
  for (let i = 0, j = 0; i < out.data.length; i++, j += 3) {
    out.data[i] = lumaAt(picture.data, j);
  }
  return out;
}

/** Whether any pixel is other than neutral grey. */
export function hasTint({ data }: Picture): boolean {
  for (let i = 0; i < data.length; i += 3) {
    if (byteAt(data, i) !== byteAt(data, i + 1) || byteAt(data, i) !== byteAt(data, i + 2)) return true;
  }
  return false;
}

/** BT.601 luma of the RGB triple that starts at `offset`. */
export function lumaAt(data: Uint8ClampedArray, offset: number): number {
  return lumaOfRgb(byteAt(data, offset), byteAt(data, offset + 1), byteAt(data, offset + 2));
}

/** As `lumaAt`, of a raster's values. */
export function floatLumaAt(data: Float32Array, offset: number): number {
  return lumaOfRgb(at(data, offset), at(data, offset + 1), at(data, offset + 2));
}

function lumaOfRgb(red: number, green: number, blue: number): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

/**
 * Reads a number the caller knows to be there; the compiler cannot. There is one reader per kind of array: V8 compiles
 * a reader once for all callers, and one that meets several kinds is several times slower.
 */
export function at(data: Float32Array, index: number): number {
  return data[index] as number;
}

/** As `at`, of sums that need more digits. */
export function doubleAt(data: Float64Array, index: number): number {
  return data[index] as number;
}

/** As `at`, of bytes. */
export function byteAt(data: Uint8Array | Uint8ClampedArray, index: number): number {
  return data[index] as number;
}

/** As `at`, of whole numbers. */
export function intAt(data: Int32Array, index: number): number {
  return data[index] as number;
}

/** As `at`, of anything else, slowly. */
export function numberAt(data: ArrayLike<number>, index: number): number {
  return data[index] as number;
}
