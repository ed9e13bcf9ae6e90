import { REFUND_REFETCH_DELAY_MS } from '@heirlight/contract/limits';
import { copy } from '../../lib/copy';
import { callErrorText } from '../../lib/errorText';
import { galleryCopy } from '../../lib/galleryCopy';
import { toast } from '../../lib/toast';
import type { CreditsFlows } from '../account/credits';
import type { Firebase } from '../firebase/firebase';
import type { SessionFlows } from '../session/session';
import type { PhotoFeed } from './photoFeed';
import type { PhotoRequests } from './photoRequests';

export interface DeletePhotosDeps {
  firebase: Pick<Firebase, 'functions'>;
  session: Pick<SessionFlows, 'ensureAuth'>;
  credits: Pick<CreditsFlows, 'refetchCredits'>;
  photos: Pick<PhotoFeed, 'forget' | 'triggerPolling'> & Pick<PhotoRequests, 'deletePhoto'>;
}

/** Deletions that run at once. */
const AT_ONCE = 3;

/**
 * Deletes photos one by one with their files and refunds, and tells the user once about all of them. `onDone` is called
 * after each. Never rejects.
 */
export async function deletePhotos(
  ids: readonly string[],
  { firebase, session, credits, photos }: DeletePhotosDeps,
  onDone: () => void,
): Promise<void> {
  const [first] = ids;
  if (first !== undefined && ids.length === 1) {
    await photos.deletePhoto(first);
    onDone();
    return;
  }
  let [deleted, files, refunds] = [0, 0, 0];
  const refusals: string[] = [];
  const waiting = [...ids];
  const deleteOne = async (photoId: string) => {
    const { call } = await firebase.functions();
    const { error, creditRefunded, deletedFiles = [] } = await call('deletePhoto', { photoId });
    if (error) {
      refusals.push(error);
      return;
    }
    photos.forget(photoId);
    deleted += 1;
    files += deletedFiles.length;
    if (creditRefunded) refunds += 1;
  };
  const work = async () => {
    for (let photoId = waiting.shift(); photoId !== undefined; photoId = waiting.shift()) {
      await deleteOne(photoId).catch((error: unknown) => {
        console.error('delete-photo failed', error);
        refusals.push(callErrorText(error, copy.failed.deleteFallback));
      });
      onDone();
    }
  };
  await session.ensureAuth().catch(() => undefined);
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const [refusal] = refusals;
  if (refusal === undefined) toast(galleryCopy.deleted({ deleted, files, refunds }));
  else {
    const description = galleryCopy.deletedInPart({ refused: refusals.length, of: ids.length, refusal });
    toast({ title: copy.failed.delete, description, destructive: true });
  }
  if (refunds > 0) setTimeout(() => void credits.refetchCredits(), REFUND_REFETCH_DELAY_MS);
  photos.triggerPolling();
}
