import libheif from 'libheif-js/libheif-wasm/libheif.js';
import wasm from 'libheif-js/libheif-wasm/libheif.wasm?url';
import type { Colour } from './colourPng';
import { decoderWasm } from './decoderCode';
import type { Pixels } from './pixels';
import { sizeProblem } from './targetSize';

/** A decoded picture, and what it says about its colours: null for sRGB. */
export interface Heic {
  pixels: Pixels;
  colour: Colour | null;
}

/**
 * Returns a HEIC's main picture, upright as the file says.
 *
 * @throws Error if it is broken, or has more pixels than can be decoded; DecoderLost
 */
export async function decodeHeic(bytes: ArrayBuffer): Promise<Heic> {
  return decodeWith(await decoderWasm(wasm), bytes);
}

interface HeifImage {
  /** The picture in libheif, by Embind: its place in memory is the first argument of the C functions. */
  handle: { $$: { ptr: number } };
  is_primary(): boolean;
  get_width(): number;
  get_height(): number;
  /** Calls back with null if the picture cannot be decoded. */
  display(target: Pixels, done: (drawn: Pixels | null) => void): void;
}

/** The part of libheif's JavaScript side that its types leave out. */
interface Heif {
  HEAPU8: Uint8Array;
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
  _malloc(bytes: number): number;
  _heif_image_handle_get_raw_color_profile_size(handle: number): number;
  /** The first argument is where the error goes, which C returns: three words. */
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, to: number): void;
  _heif_image_handle_get_nclx_color_profile(error: number, handle: number, to: number): void;
}

/** What "unspecified" stands for in a HEIC (ISO/IEC 23008-12): sRGB's. */
const [UNSPECIFIED, SRGB_PRIMARIES, SRGB_TRANSFER] = [2, 1, 13];
/** The curves that browsers show as sRGB's: those of televisions, and unspecified. */
const LIKE_SRGB = [1, UNSPECIFIED, 6, SRGB_TRANSFER, 14, 15];

const WORD_BYTES = 4;
const ERROR_BYTES = 3 * WORD_BYTES;

/** The memory is not given back: the worker ends with its picture. */
function colourOf(heif: Heif, { handle }: HeifImage): Colour | null {
  const picture = handle.$$.ptr;
  const size = heif._heif_image_handle_get_raw_color_profile_size(picture);
  const error = heif._malloc(ERROR_BYTES + Math.max(size, WORD_BYTES));
  const to = error + ERROR_BYTES;
  if (size > 0) {
    heif._heif_image_handle_get_raw_color_profile(error, picture, to);
    return { icc: heif.HEAPU8.slice(to, to + size) };
  }
  heif.HEAPU8.fill(0, to, to + WORD_BYTES);
  heif._heif_image_handle_get_nclx_color_profile(error, picture, to);
  const wordAt = (at: number) => new DataView(heif.HEAPU8.buffer).getUint32(at, true);
  const nclx = wordAt(to);
  if (nclx === 0) return null;
  // struct heif_color_profile_nclx: a version, the primaries, the curve.
  const [primaries, transfer] = [wordAt(nclx + WORD_BYTES), wordAt(nclx + 2 * WORD_BYTES)];
  const hasCurve = !LIKE_SRGB.includes(transfer);
  const isWide = primaries !== SRGB_PRIMARIES && primaries !== UNSPECIFIED;
  if (!hasCurve && !isWide) return null;
  return { primaries: isWide ? primaries : SRGB_PRIMARIES, transfer: hasCurve ? transfer : SRGB_TRANSFER };
}

/** As `decodeHeic`, with the decoder's own WebAssembly code. */
export async function decodeWith(wasmBinary: ArrayBuffer, bytes: ArrayBuffer): Promise<Heic> {
  const heif = (await libheif({ wasmBinary })) as unknown as Heif;
  const images = new heif.HeifDecoder().decode(new Uint8Array(bytes));
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) throw new Error('The HEIC has no picture');
  const size = { width: image.get_width(), height: image.get_height() };
  if (sizeProblem(size) === 'tooManyPixels') throw new Error('The HEIC is too large');
  const pixels = { ...size, data: new Uint8ClampedArray(size.width * size.height * 4) };
  const drawn = await new Promise((resolve) => image.display(pixels, resolve));
  if (!drawn) throw new Error('The HEIC is broken');
  return { pixels, colour: colourOf(heif, image) };
}
