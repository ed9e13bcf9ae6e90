import { fileURLToPath } from 'node:url';

/** Path of one of the real scans in `e2e/photos`. */
export const photoFile = (name: string): string => fileURLToPath(new URL(`../photos/${name}`, import.meta.url));

/** Path of one of the landing page's pictures, `name` as in `portrait-before`. */
export const demoFile = (name: string): string =>
  fileURLToPath(new URL(`../../web/public/demo/${name}.jpg`, import.meta.url));
