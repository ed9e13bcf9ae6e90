import sharp from 'sharp';

export interface TestPicture {
  width?: number;
  height?: number;
}

/** A picture with structure everywhere, so that every region shows whether it was touched; the same in every size. */
async function testPixels({ width = 96, height = 64 }: TestPicture = {}): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let index = 0; index < width * height; index++) {
    const x = ((index % width) * 96) / width;
    const y = (Math.floor(index / width) * 64) / height;
    pixels[index * 3] = x * 5 + y;
    pixels[index * 3 + 1] = y * 7 + x;
    pixels[index * 3 + 2] = x + y * 3;
  }
  return pixels;
}

export async function testJpeg(picture: TestPicture = {}): Promise<Buffer> {
  const { width = 96, height = 64 } = picture;
  return sharp(await testPixels(picture), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

export async function testPng(picture: TestPicture = {}): Promise<Buffer> {
  const { width = 96, height = 64 } = picture;
  return sharp(await testPixels(picture), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** A picture that shows nothing of any other. */
export async function noisePng({ width = 96, height = 64 }: TestPicture = {}): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#467', noise } })
    .png()
    .toBuffer();
}
