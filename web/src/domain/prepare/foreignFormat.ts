/** Formats of photos that are not uploaded, but can be converted on the person's device. */
export type ForeignFormat = 'HEIC' | 'TIFF' | 'WebP';

/** Brands of HEIF files whose pictures are coded as HEVC, and of the format in general (ISO/IEC 23008-12, annex B). */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];
const START_BYTES = 64;

/** Returns the format of a photo by its first bytes: names and declared types are often wrong. */
export async function foreignFormat(file: Blob): Promise<ForeignFormat | null> {
  const bytes = await file.slice(0, START_BYTES).arrayBuffer();
  const text = new TextDecoder('latin1').decode(bytes);
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'WebP';
  // Little and big endian, classic and BigTIFF.
  if (/^(?:II[*+]\0|MM\0[*+])/.test(text)) return 'TIFF';
  // AVIF files have these brands as well, but come first with their own.
  return text.slice(4, 8) === 'ftyp' && HEIC_BRANDS.includes(text.slice(8, 12)) ? 'HEIC' : null;
}
