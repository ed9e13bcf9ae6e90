/** Tags of TIFF 6.0, its supplements and DNG. */
const TAG = {
  subfile: 254,
  width: 256,
  height: 257,
  compression: 259,
  photometric: 262,
  subDirectories: 330,
  sampleFormat: 339,
  dngVersion: 50_706,
} as const;

/** A mosaic of a camera's sensor, and the same as lines. */
const SENSOR = [32_803, 34_892];
/** Ways of storing that `decodeTiff` reads, each tried with files. Others would give another picture or none. */
const COMPRESSIONS = [1, 2, 3, 4, 5, 7, 8, 32_773, 32_946];
/** Grey, red-green-blue, palette, inks, YCbCr, CIE L*a*b*. */
const PHOTOMETRICS = [0, 1, 2, 3, 5, 6, 8];
/** Whole numbers without a sign, and floating point. */
const SAMPLE_FORMATS = [1, 3];
const IS_REDUCED = 1;
/** Phase One and Canon say after the header that a file is theirs. */
const RAW_MARKS = ['IIII', 'MMMM', 'CR\x02\0'];
/** More directories than any photo has: a chain may lead back to itself. */
const MOST_DIRECTORIES = 64;
/** Bytes of a value, by its type. */
const BYTES_OF: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 13: 4, 16: 8, 18: 8 };

export interface TiffPage {
  /** Its place in the file's chain of pages. */
  index: number;
  width: number;
  height: number;
  isLab: boolean;
}

export type Tiff = TiffPage | 'raw' | 'unknown';

type Directory = ReadonlyMap<number, readonly number[]>;

/** Reads the directories of a classic or a BigTIFF, wherever they lie in the file. */
class Directories {
  private constructor(
    private readonly file: Blob,
    private readonly isLittle: boolean,
    private readonly isBig: boolean,
    readonly first: number,
    readonly mark: string,
  ) {}

  static async of(file: Blob): Promise<Directories> {
    const start = new DataView(await file.slice(0, 16).arrayBuffer());
    const isLittle = start.getUint8(0) === 0x49;
    const isBig = start.getUint16(2, isLittle) === 43;
    const first = isBig ? Number(start.getBigUint64(8, isLittle)) : start.getUint32(4, isLittle);
    const mark = new TextDecoder('latin1').decode(new Uint8Array(start.buffer, 8));
    return new Directories(file, isLittle, isBig, first, isBig ? '' : mark);
  }

  private async bytes(at: number, length: number): Promise<DataView> {
    const view = new DataView(await this.file.slice(at, at + length).arrayBuffer());
    if (view.byteLength < length) throw new RangeError('The TIFF ends too early');
    return view;
  }

  private values(view: DataView, at: number, type: number, count: number): number[] {
    const size = BYTES_OF[type] ?? 1;
    return Array.from({ length: count }, (_, index) => {
      const place = at + index * size;
      if (size === 8) return Number(view.getBigUint64(place, this.isLittle));
      if (size === 4) return view.getUint32(place, this.isLittle);
      return size === 2 ? view.getUint16(place, this.isLittle) : view.getUint8(place);
    });
  }

  async read(at: number): Promise<{ directory: Directory; next: number }> {
    const [countBytes, entryBytes, wordBytes] = this.isBig ? [8, 20, 8] : [2, 12, 4];
    const word = wordBytes === 8 ? 16 : 4;
    const [count = 0] = this.values(await this.bytes(at, countBytes), 0, this.isBig ? 16 : 3, 1);
    const view = await this.bytes(at + countBytes, Math.min(count, 4096) * entryBytes + wordBytes);
    const directory = new Map<number, readonly number[]>();
    for (let entry = 0; entry + entryBytes <= view.byteLength - wordBytes; entry += entryBytes) {
      const tag = view.getUint16(entry, this.isLittle);
      if (!Object.values<number>(TAG).includes(tag)) continue;
      const type = view.getUint16(entry + 2, this.isLittle);
      const [length = 0] = this.values(view, entry + 4, word, 1);
      const bytes = Math.min(length, MOST_DIRECTORIES) * (BYTES_OF[type] ?? 1);
      const inside = entry + 4 + wordBytes;
      const [offset = 0] = this.values(view, inside, word, 1);
      const [from, place] = bytes <= wordBytes ? [view, inside] : [await this.bytes(offset, bytes), 0];
      directory.set(tag, this.values(from, place, type, bytes / (BYTES_OF[type] ?? 1)));
    }
    const [next = 0] = this.values(view, view.byteLength - wordBytes, word, 1);
    return { directory, next };
  }
}

const firstOf = (directory: Directory, tag: number) => directory.get(tag)?.[0];

const isSensor = (directory: Directory) =>
  directory.has(TAG.dngVersion) || SENSOR.includes(firstOf(directory, TAG.photometric) ?? -1);

const canBeRead = (directory: Directory) =>
  COMPRESSIONS.includes(firstOf(directory, TAG.compression) ?? 1) &&
  PHOTOMETRICS.includes(firstOf(directory, TAG.photometric) ?? -1) &&
  SAMPLE_FORMATS.includes(firstOf(directory, TAG.sampleFormat) ?? 1);

/**
 * Returns the page that a TIFF shows: its first that is not a small copy of another. 'raw' if it is a camera's raw file,
 * of which a decoder of TIFFs would give the thumbnail; 'unknown' if it is stored in a way that is not read here.
 *
 * @throws Error if it ends too early
 */
export async function readTiff(file: Blob): Promise<Tiff> {
  const directories = await Directories.of(file);
  if (RAW_MARKS.some((mark) => directories.mark.startsWith(mark))) return 'raw';
  const pages: Directory[] = [];
  for (let at = directories.first; at !== 0 && pages.length < MOST_DIRECTORIES; ) {
    const { directory, next } = await directories.read(at);
    if (isSensor(directory)) return 'raw';
    for (const sub of directory.get(TAG.subDirectories) ?? []) {
      if (isSensor((await directories.read(sub)).directory)) return 'raw';
    }
    pages.push(directory);
    at = next;
  }
  const index = Math.max(
    0,
    pages.findIndex((page) => ((firstOf(page, TAG.subfile) ?? 0) & IS_REDUCED) === 0),
  );
  const page = pages[index];
  if (!page || !canBeRead(page)) return 'unknown';
  return {
    index,
    width: firstOf(page, TAG.width) ?? 0,
    height: firstOf(page, TAG.height) ?? 0,
    isLab: firstOf(page, TAG.photometric) === 8,
  };
}
