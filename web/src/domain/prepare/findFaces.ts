import { type Stored, weightsFrom } from '@heirlight/imaging/faces';
import weightsUrl from '@heirlight/imaging/faces/weights.bin?url';
import stored from '@heirlight/imaging/faces/weights.json';
import { type FindFaces, faceFinder } from './suggest/suggest';

/** Finds the larger faces of a picture, in shares of it. For workers: it takes a tenth of a second. */
export const findFaces: FindFaces = async (picture) => {
  const bytes = await (await fetch(weightsUrl)).arrayBuffer();
  return faceFinder(weightsFrom(stored as Record<string, Stored>, new Uint8Array(bytes)))(picture);
};
