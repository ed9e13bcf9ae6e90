/** https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B: a JPEG is a chain of marked segments and scans. */
const START = 0xd8;
const END = 0xd9;
const START_OF_SCAN = 0xda;
/** Frames a decoder here can read, tables and restart intervals: what the picture is made of. */
const PICTURE = new Set([0xc0, 0xc1, 0xc2, 0xc4, 0xc9, 0xca, 0xcc, START_OF_SCAN, 0xdb, 0xdc, 0xdd]);

/** What a decoder needs to show the right colours, by marker and identifier; the length of those that have one. */
const JFIF = { marker: 0xe0, identifier: Buffer.from('JFIF\0'), bytes: 14 };
const ADOBE = { marker: 0xee, identifier: Buffer.from('Adobe'), bytes: 12 };
const PROFILE = { marker: 0xe2, identifier: Buffer.from('ICC_PROFILE\0') };
const MARKER_BYTES = 4;

interface Segment {
  marker: number;
  /** Marker, length and body. */
  bytes: Buffer;
}

const bodyOf = ({ bytes }: Segment) => bytes.subarray(MARKER_BYTES);
const isA = (segment: Segment, { marker, identifier }: { marker: number; identifier: Buffer }) =>
  segment.marker === marker && bodyOf(segment).subarray(0, identifier.length).equals(identifier);

/** The first `length` bytes of a segment's body as a segment of their own. */
function shortened({ bytes }: Segment, length: number): Buffer {
  const short = Buffer.from(bytes.subarray(0, MARKER_BYTES + length));
  short.writeUInt16BE(length + 2, 2);
  return short;
}

/** What stays of a segment: all of it, its beginning, or nothing. */
function kept(segment: Segment): Buffer | null {
  if (PICTURE.has(segment.marker) || isA(segment, PROFILE)) return segment.bytes;
  if (isA(segment, ADOBE)) return bodyOf(segment).length < ADOBE.bytes ? null : shortened(segment, ADOBE.bytes);
  if (!isA(segment, JFIF) || bodyOf(segment).length < JFIF.bytes) return null;
  const header = shortened(segment, JFIF.bytes);
  // The size of the preview, which may show what was cut off the picture.
  header.writeUInt16BE(0, MARKER_BYTES + 12);
  return header;
}

/**
 * Whether the segments are one whole colour profile: all parts in order, as long as the profile says it is, with its
 * signature. https://www.color.org/specification/ICC.1-2022-05.pdf, 7.2 and B.4
 */
function isProfile(segments: Segment[]): boolean {
  const start = PROFILE.identifier.length;
  const isNumbered = segments.every((segment, index) => {
    const numbers = bodyOf(segment).subarray(start, start + 2);
    return numbers.equals(Buffer.from([index + 1, segments.length]));
  });
  const profile = Buffer.concat(segments.map((segment) => bodyOf(segment).subarray(start + 2)));
  const isWhole = profile.length >= 128 && profile.readUInt32BE(0) === profile.length;
  return isNumbered && isWhole && profile.toString('latin1', 36, 40) === 'acsp';
}

/** Where the next marker is behind the scan data that begins at `from`: behind stuffed zeros and restarts. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    const isRestart = next >= 0xd0 && next <= 0xd7;
    if (next !== 0 && next !== 0xff && !isRestart) return at;
  }
  return bytes.length;
}

/** The segments up to the first end of a picture, each scan with its data; null when the chain breaks before. */
function segmentsOf(bytes: Buffer): Segment[] | null {
  if (bytes[0] !== 0xff || bytes[1] !== START) return null;
  const segments: Segment[] = [];
  let at = 2;
  for (;;) {
    if (bytes[at] !== 0xff) return null;
    // Any number of fill bytes may stand before a marker.
    while (bytes[at + 1] === 0xff) at++;
    const marker = bytes[at + 1];
    if (marker === END) return segments;
    if (
      marker === undefined ||
      marker < 0xc0 ||
      (marker >= 0xd0 && marker <= START) ||
      at + MARKER_BYTES > bytes.length
    )
      return null;
    const length = bytes.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) return null;
    const next = marker === START_OF_SCAN ? endOfScan(bytes, end) : end;
    segments.push({ marker, bytes: bytes.subarray(at, next) });
    at = next;
  }
}

/**
 * The picture in a JPEG file and nothing else, to the byte: frame, tables, scans, and what gives it its colours.
 * Places, cameras, remarks, previews, and whatever lies behind the first end are left out.
 *
 * @returns null when the file is no chain of segments with an end
 */
export function plainJpeg(bytes: Buffer): Buffer | null {
  const segments = segmentsOf(bytes);
  if (!segments) return null;
  const hasProfile = isProfile(segments.filter((segment) => isA(segment, PROFILE)));
  const parts = segments.map((segment) => (isA(segment, PROFILE) && !hasProfile ? null : kept(segment)));
  return Buffer.concat([
    Buffer.from([0xff, START]),
    ...parts.filter((part) => part !== null),
    Buffer.from([0xff, END]),
  ]);
}
