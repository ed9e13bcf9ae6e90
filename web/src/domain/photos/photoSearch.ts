import { searchWordsOf, wordsOf } from '@heirlight/contract/photoText';
import { isToolId, toolById } from '@heirlight/contract/tools';
import type { Firebase } from '../firebase/firebase';
import type { Photo } from '../firebase/photoDocument';
import type { SessionFlows } from '../session/session';
import { knownUser } from '../session/sessionStore';
import { periodOf } from './periodOf';

/** Photos read at most for each of the two ways to find them: by a word, and by the time of the upload. */
const MOST_FOUND = 60;

function isFoundBy({ name, date_text, caption, tool }: Photo, words: readonly string[]): boolean {
  const found = new Set(searchWordsOf([name, date_text, caption, isToolId(tool) ? toolById(tool).name : null]));
  return words.every((word) => found.has(word));
}

/** Looks for photos among all of the signed-in user's, on the page or not. */
export function createPhotoSearch({
  firebase,
  session,
}: {
  firebase: Pick<Firebase, 'plainFirestore'>;
  session: Pick<SessionFlows, 'ensureAuth'>;
}) {
  return {
    /**
     * Returns the newest photos that a text finds, newest first: by every word of it, or beginning of a word, in name,
     * date, caption and tool; or by the day, month or year of the upload. The longest word is looked up by the server,
     * the others here among what it found. None for a text without a word.
     * @throws Error with Firestore's `code` and message
     */
    async searchPhotos(text: string): Promise<Photo[]> {
      const words = wordsOf(text);
      const [word] = [...words].sort((a, b) => b.length - a.length);
      await session.ensureAuth();
      const userId = (await knownUser())?.id;
      if (!word || !userId) return [];
      const { photosMadeIn, photosWithWord } = await firebase.plainFirestore();
      const period = periodOf(text, new Date());
      const [named, made] = await Promise.all([
        photosWithWord({ userId, word, count: MOST_FOUND }),
        period ? photosMadeIn({ userId, ...period, count: MOST_FOUND }) : [],
      ]);
      const found = new Map(made.map((photo) => [photo.id, photo]));
      for (const photo of named) if (isFoundBy(photo, words)) found.set(photo.id, photo);
      return [...found.values()].sort((a, b) => b.created_at.getTime() - a.created_at.getTime());
    },
  };
}
