import type { Firebase } from '../firebase/firebase';
import type { Photo } from '../firebase/photoDocument';
import type { SessionFlows } from '../session/session';
import { knownUser } from '../session/sessionStore';

/** Photos read at most for each of the two parts of the list: with a date, and newest. */
export const MOST_ORDERED = 300;

/**
 * Returns the photos of the signed-in user that a list by their own dates needs, in no order: the oldest of those with
 * a date, and the newest uploads, which may have none. `isPart` says that there are more.
 * @throws Error with Firestore's `code` and message
 */
export async function photosByDate({
  firebase,
  session,
}: {
  firebase: Pick<Firebase, 'plainFirestore'>;
  session: Pick<SessionFlows, 'ensureAuth'>;
}): Promise<{ photos: Photo[]; isPart: boolean }> {
  await session.ensureAuth();
  const userId = (await knownUser())?.id;
  if (!userId) return { photos: [], isPart: false };
  const { photosWithDate, readPhotos } = await firebase.plainFirestore();
  const asked = { userId, count: MOST_ORDERED };
  const [dated, newest] = await Promise.all([photosWithDate(asked), readPhotos(asked)]);
  const photos = new Map([...dated, ...newest].map((photo) => [photo.id, photo]));
  return { photos: [...photos.values()], isPart: newest.length >= MOST_ORDERED };
}
