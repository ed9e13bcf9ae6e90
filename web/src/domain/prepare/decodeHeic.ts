import libheif from 'libheif-js/libheif-wasm/libheif.js';
import wasm from 'libheif-js/libheif-wasm/libheif.wasm?url';
import type { Pixels } from './pixels';
import { sizeProblem } from './targetSize';

/**
 * Returns a HEIC's main picture, upright as the file says.
 *
 * @throws Error if it is broken, or has more pixels than can be decoded
 */
export async function decodeHeic(bytes: ArrayBuffer): Promise<Pixels> {
  const response = await fetch(wasm);
  return decodeWith(await response.arrayBuffer(), bytes);
}

interface HeifImage {
  is_primary(): boolean;
  get_width(): number;
  get_height(): number;
  /** Calls back with null if the picture cannot be decoded. */
  display(target: Pixels, done: (drawn: Pixels | null) => void): void;
}

/** The part of libheif's JavaScript side that its types leave out. */
interface Heif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
}

/** As `decodeHeic`, with the decoder's own WebAssembly code. */
export async function decodeWith(wasmBinary: ArrayBuffer, bytes: ArrayBuffer): Promise<Pixels> {
  const { HeifDecoder } = (await libheif({ wasmBinary })) as unknown as Heif;
  const images = new HeifDecoder().decode(new Uint8Array(bytes));
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) throw new Error('The HEIC has no picture');
  const size = { width: image.get_width(), height: image.get_height() };
  if (sizeProblem(size) === 'tooManyPixels') throw new Error('The HEIC is too large');
  const target = { ...size, data: new Uint8ClampedArray(size.width * size.height * 4) };
  const drawn = await new Promise((resolve) => image.display(target, resolve));
  if (!drawn) throw new Error('The HEIC is broken');
  return target;
}
