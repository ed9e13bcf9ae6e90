import { readTiff } from './tiffPages';

/** Formats of photos that are not uploaded, but can be converted on the person's device. */
export type ForeignFormat = 'HEIC' | 'TIFF' | 'WebP';

/** What a file is that cannot be converted, and that the person can do something about. */
export type Unconvertible = 'rawPhoto' | 'unknownTiff' | 'unreadable';

/** Brands of HEIF files whose pictures are coded as HEVC, and of the format in general (ISO/IEC 23008-12, annex B). */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];
/** How raw files that are no TIFFs begin: Olympus, Panasonic, Fujifilm, Canon (CR3 and CRW), Minolta, Sigma. */
const RAW_STARTS = /^(?:IIR[OS]|MMOR|IIU\0|FUJIFILMCCD-RAW|.{4}ftypcrx |II.{4}HEAPCCDR|\0MRM|FOVb)/s;
const START_BYTES = 64;

async function tiffOf(file: Blob): Promise<'TIFF' | Unconvertible> {
  try {
    const tiff = await readTiff(file);
    if (tiff === 'raw') return 'rawPhoto';
    return tiff === 'unknown' ? 'unknownTiff' : 'TIFF';
  } catch (error) {
    console.error('The TIFF cannot be read', error);
    return 'unreadable';
  }
}

/**
 * Returns the format of a photo by its content: names and declared types are often wrong. Camera's raw files begin as
 * TIFFs do, and a TIFF may be stored in ways that only its own program reads.
 */
export async function foreignFormat(file: Blob): Promise<ForeignFormat | Unconvertible | null> {
  const bytes = await file.slice(0, START_BYTES).arrayBuffer();
  const text = new TextDecoder('latin1').decode(bytes);
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'WebP';
  if (RAW_STARTS.test(text)) return 'rawPhoto';
  // Little and big endian, classic and BigTIFF.
  if (/^(?:II[*+]\0|MM\0[*+])/.test(text)) return tiffOf(file);
  // AVIF files have these brands as well, but come first with their own.
  return text.slice(4, 8) === 'ftyp' && HEIC_BRANDS.includes(text.slice(8, 12)) ? 'HEIC' : null;
}
