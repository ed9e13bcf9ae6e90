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
