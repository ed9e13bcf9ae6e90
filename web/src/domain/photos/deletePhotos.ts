import { REFUND_REFETCH_DELAY_MS } from '@heirlight/contract/limits';
import { copy } from '../../copy/copy';
import { isOffline } from '../../lib/connectivity';
import { toast } from '../../lib/toast';
import type { CreditsFlows } from '../account/credits';
import type { Firebase } from '../firebase/firebase';
import type { SessionFlows } from '../session/session';
import { deletedSetCopy } from './deletedSetCopy';
import type { PhotoFeed } from './photoFeed';
import type { PhotoGroup } from './photoGroups';
import type { PhotoRequests } from './photoRequests';
import { requestEach } from './severalPhotos';
import { undoDeletion } from './undoDeletion';

export interface DeletePhotosDeps {
  firebase: Pick<Firebase, 'functions'>;
  session: Pick<SessionFlows, 'ensureAuth'>;
  credits: Pick<CreditsFlows, 'refetchCredits'>;
  photos: Pick<PhotoFeed, 'triggerPolling'> & Pick<PhotoRequests, 'deletePhoto' | 'forgetPhotos'>;
}

/**
 * Deletes photos one by one, with all their versions and refunds, as one set, which can be brought back for a day; and
 * tells the user once about all of them. A single photo is deleted with its files, as its own button does. `onDone` is
 * called after each. Never rejects.
 */
export async function deletePhotos(
  groups: readonly PhotoGroup[],
  { firebase, session, credits, photos }: DeletePhotosDeps,
  onDone: () => void,
): Promise<void> {
  const all = groups.map(({ versions }) => versions.map(({ id }) => id));
  const [first] = all;
  if (first?.[0] !== undefined && all.length === 1) {
    await photos.deletePhoto(first[0], first.length > 1 ? first : undefined);
    onDone();
    return;
  }
  if (isOffline()) {
    toast(copy.toasts.offlineDelete);
    return;
  }
  const setId = crypto.randomUUID();
  let [deleted, refunds] = [0, 0];
  await session.ensureAuth().catch(() => undefined);
  const errors = await requestEach(
    all,
    async (versions) => {
      const [photoId] = versions;
      if (photoId === undefined) return undefined;
      const { call } = await firebase.functions();
      const request = { photoId, setId, ...(versions.length > 1 && { group: true }) };
      const { error, creditRefunded, creditsRefunded = 1 } = await call('deletePhoto', request);
      if (error) return error;
      photos.forgetPhotos(versions);
      deleted += 1;
      if (creditRefunded) refunds += creditsRefunded;
      return undefined;
    },
    { fallback: copy.failed.deleteFallback, onDone },
  );
  const [reason] = errors;
  const undo = () => void undoDeletion(setId, { firebase, session, photos });
  const action = deleted > 0 && { action: { label: deletedSetCopy.undo, run: undo } };
  if (reason === undefined) toast({ ...deletedSetCopy.deleted({ deleted, refunds }), ...action });
  else {
    const description = deletedSetCopy.deletedInPart({ failed: errors.length, of: all.length, reason });
    toast({ title: copy.failed.delete, description, destructive: true, ...action });
  }
  if (refunds > 0) setTimeout(() => void credits.refetchCredits(), REFUND_REFETCH_DELAY_MS);
  photos.triggerPolling();
}
