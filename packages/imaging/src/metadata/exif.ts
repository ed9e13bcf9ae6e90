import type { PictureFacts } from './facts';
import { exifDate } from './photoDate';

const encoder = new TextEncoder();

const ASCII = 2;
const SHORT = 3;
const LONG = 4;
const RATIONAL = 5;
const UNDEFINED = 7;

const TAG = {
  ...{ imageDescription: 0x010e, xResolution: 0x011a, yResolution: 0x011b, resolutionUnit: 0x0128, software: 0x0131 },
  ...{ exifIfd: 0x8769, version: 0x9000, taken: 0x9003 },
} as const;
const INCH = 2;

interface Entry {
  tag: number;
  type: typeof ASCII | typeof SHORT | typeof RATIONAL | typeof UNDEFINED;
  bytes: Uint8Array;
  /** How many values the bytes are, where they are not one each. */
  count?: number;
}

const text = (tag: number, value: string | null): Entry[] =>
  value ? [{ tag, type: ASCII, bytes: encoder.encode(`${value}\0`) }] : [];

/** Pixels per inch, across and down. */
function resolution(dpi: number | null): Entry[] {
  if (dpi === null) return [];
  const ratio = new Uint8Array(8);
  new DataView(ratio.buffer).setUint32(0, dpi);
  ratio[7] = 1;
  return [
    { tag: TAG.xResolution, type: RATIONAL, bytes: ratio, count: 1 },
    { tag: TAG.yResolution, type: RATIONAL, bytes: ratio, count: 1 },
    { tag: TAG.resolutionUnit, type: SHORT, bytes: Uint8Array.of(0, INCH), count: 1 },
  ];
}

const ENTRY_BYTES = 12;
/** A directory's own size: a count, the entries, and where the next one is. */
const directoryBytes = (entries: number) => 2 + entries * ENTRY_BYTES + 4;

/** Writes one directory (TIFF 6.0, section 2) at `start`. Values of more than four bytes go to `heap`. Returns its end. */
function writeDirectory(
  view: DataView,
  { start, entries, link, heap }: { start: number; entries: Entry[]; link: number | null; heap: number },
): number {
  let at = start + 2;
  let free = heap;
  const bytes = new Uint8Array(view.buffer);
  view.setUint16(start, entries.length + (link === null ? 0 : 1));
  for (const { tag, type, bytes: value, count = value.length } of entries) {
    view.setUint16(at, tag);
    view.setUint16(at + 2, type);
    view.setUint32(at + 4, count);
    if (value.length <= 4) bytes.set(value, at + 8);
    else {
      view.setUint32(at + 8, free);
      bytes.set(value, free);
      // Values begin at even places.
      free += value.length + (value.length % 2);
    }
    at += ENTRY_BYTES;
  }
  if (link !== null) {
    view.setUint16(at, TAG.exifIfd);
    view.setUint16(at + 2, LONG);
    view.setUint32(at + 4, 1);
    view.setUint32(at + 8, link);
  }
  return free;
}

const heapBytes = (entries: Entry[]) =>
  entries.reduce((sum, { bytes }) => sum + (bytes.length > 4 ? bytes.length + (bytes.length % 2) : 0), 0);

/** EXIF as a TIFF of two directories: the caption, the resolution, and the date where it is an exact one. Entries are in tag order. */
export function exifTiff({ caption, title, date, system, dpi }: PictureFacts): Uint8Array<ArrayBuffer> {
  const main = [...text(TAG.imageDescription, caption ?? title), ...resolution(dpi), ...text(TAG.software, system)];
  const exif: Entry[] = [
    { tag: TAG.version, type: UNDEFINED, bytes: encoder.encode('0232') },
    ...text(TAG.taken, date && exifDate(date)),
  ];
  const mainAt = 8;
  const exifAt = mainAt + directoryBytes(main.length + 1) + heapBytes(main);
  const end = exifAt + directoryBytes(exif.length) + heapBytes(exif);
  const view = new DataView(new ArrayBuffer(end));
  // Big endian: "MM", 42, the first directory.
  view.setUint32(0, 0x4d4d002a);
  view.setUint32(4, mainAt);
  writeDirectory(view, { start: mainAt, entries: main, link: exifAt, heap: mainAt + directoryBytes(main.length + 1) });
  writeDirectory(view, { start: exifAt, entries: exif, link: null, heap: exifAt + directoryBytes(exif.length) });
  return new Uint8Array(view.buffer);
}
