import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** Path of one of the real scans in `e2e/photos`. */
export const photoFile = (name: string): string => fileURLToPath(new URL(`../photos/${name}`, import.meta.url));

/** Path of one of the landing page's pictures, `name` as in `portrait-before`. */
export const demoFile = (name: string): string =>
  fileURLToPath(new URL(`../../web/public/demo/${name}.jpg`, import.meta.url));

/** A real scan made small, so that every tool is quick. A JPEG. */
export const smallPicture = (): Promise<Buffer> =>
  sharp(photoFile('mary_mackillop_c1890.jpg')).resize(72).jpeg().toBuffer();

/** The same as a file to choose: for tests of what happens around a restore. */
export const smallFile = async () => ({ name: 'mary.jpg', mimeType: 'image/jpeg', buffer: await smallPicture() });

/** A print that lies askew on a brown table, 1200 x 900. */
export async function printSnapshot(): Promise<Buffer> {
  const table = '#6b4a2f';
  const print = await sharp(photoFile('mary_mackillop_c1890.jpg'))
    .resize(480, 600)
    .rotate(8, { background: table })
    .toBuffer();
  return sharp({ create: { width: 1200, height: 900, channels: 3, background: table } })
    .composite([{ input: print, left: 320, top: 110 }])
    .jpeg()
    .toBuffer();
}

/** Two prints on a scanner's white lid, the left one a little askew, as a JPEG. */
export async function scanOfTwo(): Promise<Buffer> {
  const source = photoFile('mary_mackillop_c1890.jpg');
  const lid = { r: 246, g: 245, b: 242, alpha: 1 };
  const [left, right] = await Promise.all([
    sharp(source).resize(420, 560, { fit: 'cover' }).rotate(-4, { background: lid }).png().toBuffer(),
    sharp(source).flop().resize(460, 380, { fit: 'cover' }).png().toBuffer(),
  ]);
  return sharp({ create: { width: 1200, height: 850, channels: 3, background: lid } })
    .composite([
      { input: left, left: 70, top: 110 },
      { input: right, left: 640, top: 200 },
    ])
    .jpeg({ quality: 92 })
    .toBuffer();
}
