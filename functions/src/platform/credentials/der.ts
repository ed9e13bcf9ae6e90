/** Kinds of values in ASN.1's DER (ITU-T X.690), as far as certificates and time stamps need them. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  octets: 0x04,
  null: 0x05,
  objectId: 0x06,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** What a structure numbers itself, as its first one. */
  first: 0xa0,
} as const;

function lengthOf(bytes: number): Buffer {
  if (bytes < 0x80) return Buffer.of(bytes);
  return bytes < 0x100 ? Buffer.of(0x81, bytes) : Buffer.of(0x82, bytes >> 8, bytes & 0xff);
}

/** A value of less than 65,536 bytes. */
export function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), lengthOf(body.length), body]);
}

export const sequence = (...parts: Buffer[]): Buffer => der(TAG.sequence, ...parts);
export const octets = (...parts: Buffer[]): Buffer => der(TAG.octets, ...parts);
export const TRUE = der(TAG.boolean, Buffer.of(0xff));

export function objectId(id: string): Buffer {
  const [first = 0, second = 0, ...rest] = id.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const septets = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) septets.unshift((left & 0x7f) | 0x80);
    return septets;
  });
  return der(TAG.objectId, Buffer.from(bytes));
}

/** One value that was read: `raw` is all of it, `body` what it holds. */
export interface Value {
  tag: number;
  body: Buffer;
  raw: Buffer;
}

function nextValue(bytes: Buffer): Value {
  const [tag, short = 0x80] = bytes;
  // 0x80 would be a length that nobody tells (BER), and more than three bytes of it a file of its own.
  const more = short < 0x80 ? 0 : short - 0x80;
  const start = 2 + more;
  if (tag === undefined || short === 0x80 || more > 3 || bytes.length < start) throw new Error('This is no DER');
  const length = more === 0 ? short : bytes.readUIntBE(2, more);
  if (bytes.length < start + length) throw new Error('This is no DER: it breaks off');
  return { tag, body: bytes.subarray(start, start + length), raw: bytes.subarray(0, start + length) };
}

/** Reads the values that stand one after another. @throws Error if they are not whole */
export function readValues(bytes: Buffer): Value[] {
  const values: Value[] = [];
  for (let left = bytes; left.length > 0; ) {
    const value = nextValue(left);
    values.push(value);
    left = left.subarray(value.raw.length);
  }
  return values;
}

/** Returns one of the values in `bytes`. @throws Error if it is missing or of another kind */
export function valueAt(bytes: Buffer, index: number, tag: number): Value {
  const value = readValues(bytes)[index];
  if (value?.tag !== tag) throw new Error(`This is no DER of a known shape: ${value?.tag ?? 'nothing'} for ${tag}`);
  return value;
}
