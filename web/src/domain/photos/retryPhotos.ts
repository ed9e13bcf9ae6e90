import { isToolId } from '@heirlight/contract/tools';
import { copy } from '../../copy/copy';
import { isOffline } from '../../lib/connectivity';
import { toast } from '../../lib/toast';
import type { CreditsFlows } from '../account/credits';
import type { Firebase } from '../firebase/firebase';
import type { SessionFlows } from '../session/session';
import { lookAt } from './lookAt';
import type { PhotoFeed } from './photoFeed';
import type { PhotoRequests } from './photoRequests';
import type { Photo } from './photosStore';
import { retryCopy } from './retryCopy';
import { requestEach } from './severalPhotos';

export interface RetryPhotosDeps {
  firebase: Pick<Firebase, 'functions'>;
  session: Pick<SessionFlows, 'ensureAuth'>;
  credits: Pick<CreditsFlows, 'refetchCredits'>;
  photos: Pick<PhotoFeed, 'expectRestore' | 'triggerPolling'> & Pick<PhotoRequests, 'forgetPhotos'>;
}

/**
 * Restores photos whose restore failed once more, each with its own tool, and tells the user once about all of them. A
 * failed try was not used up, so each new one is paid by it, unless it was given back before. `onDone` is called after each. Never rejects.
 */
export async function retryPhotos(
  failed: readonly Photo[],
  { firebase, session, credits, photos }: RetryPhotosDeps,
  onDone: () => void,
): Promise<void> {
  if (isOffline()) {
    toast(copy.toasts.offlineRestore);
    return;
  }
  const started: string[] = [];
  await session.ensureAuth().catch(() => undefined);
  const errors = await requestEach(
    failed,
    async ({ id, tool }) => {
      // One that was retired since cannot be tried again: its own dialog offers others.
      if (!isToolId(tool)) return retryCopy.toolGone;
      const requestId = crypto.randomUUID();
      photos.expectRestore(requestId);
      const { call } = await firebase.functions();
      const { replaces } = await call('restoreAgain', { photoId: id, modelId: tool, requestId });
      if (replaces) photos.forgetPhotos([replaces]);
      started.push(requestId);
      return undefined;
    },
    { fallback: copy.fallbackError, onDone },
  );
  const [reason] = errors;
  const isFree = failed.every(({ is_refunded }) => !is_refunded);
  if (reason === undefined) toast(retryCopy.started(started.length, isFree));
  else toast(retryCopy.startedInPart({ failed: errors.length, of: failed.length, reason }));
  const [first] = started;
  if (first !== undefined) lookAt(first);
  photos.triggerPolling();
  void credits.refetchCredits();
}
