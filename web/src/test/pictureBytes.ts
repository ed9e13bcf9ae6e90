/** The first bytes of a PNG of this size. */
export function pngBytes(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

/** The first bytes of a JPEG of this size: JFIF, a Huffman table (whose marker lies among the frames'), a frame. */
export function jpegBytes(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(64);
  bytes.set([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]);
  bytes.set([0xff, 0xc4, 0, 8], 20);
  bytes.set([0xff, 0xc2, 0, 17, 8], 30);
  const view = new DataView(bytes.buffer);
  view.setUint16(35, height);
  view.setUint16(37, width);
  return bytes;
}

export function pictureFile(bytes: Uint8Array<ArrayBuffer>, name = 'grandma.jpg', type = 'image/jpeg'): File {
  return new File([bytes], name, { type });
}
