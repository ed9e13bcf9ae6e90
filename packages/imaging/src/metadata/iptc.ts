import type { PictureFacts } from './facts';

const encoder = new TextEncoder();

/** Most bytes of each text (IPTC-IIM 4.2). */
const LONGEST = { title: 64, caption: 2000 } as const;

/** Says that what follows is UTF-8 (1:90, ISO 2022). */
const UTF_8 = [0x1c, 1, 90, 0, 3, 0x1b, 0x25, 0x47];

/** Cuts between letters, so that what is left is valid UTF-8. */
function cut(text: string, most: number): Uint8Array {
  const bytes = encoder.encode(text);
  if (bytes.length <= most) return bytes;
  let end = most;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}

function dataset(number: number, value: string | null | undefined, most = 100): number[] {
  if (!value) return [];
  const bytes = cut(value, most);
  return [0x1c, 2, number, bytes.length >> 8, bytes.length & 0xff, ...bytes];
}

/** A date of IIM: year, month, day; a part that is unknown is 00. */
const iimDate = (created: string | null | undefined) =>
  created?.slice(0, 10).replaceAll('-', '').padEnd(8, '0') ?? null;

/** The datasets that older photo libraries read, as a Photoshop image resource; empty if there is nothing to say. */
export function iptcResource({ title, caption, date }: PictureFacts): Uint8Array<ArrayBuffer> {
  const fields = [
    ...dataset(5, title, LONGEST.title),
    ...dataset(55, iimDate(date?.created)),
    ...dataset(120, caption, LONGEST.caption),
  ];
  if (fields.length === 0) return new Uint8Array(0);
  const data = [...UTF_8, ...fields];
  const signature = encoder.encode('Photoshop 3.0\x008BIM');
  const size = [0, 0, data.length >> 8, data.length & 0xff];
  return Uint8Array.from([...signature, 0x04, 0x04, 0, 0, ...size, ...data, ...(data.length % 2 ? [0] : [])]);
}
