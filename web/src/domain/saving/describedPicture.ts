import { factsOf, withFacts } from '@heirlight/imaging/metadata';
import type { Photo } from '../photos/photosStore';

/** Returns a photo's stored result with what every saved file says about itself. The picture stays as it is stored. */
export function describedPicture(bytes: Uint8Array<ArrayBuffer>, photo: Photo): Uint8Array<ArrayBuffer> {
  const parts = withFacts(bytes, factsOf(photo));
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
