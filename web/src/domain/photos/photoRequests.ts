import type { DeletePhotoResponse } from '@heirlight/contract/callables';
import { REFUND_REFETCH_DELAY_MS, RESTORE_COST } from '@heirlight/contract/limits';
import { groupIdOf, type SourceVersion } from '@heirlight/contract/photo';
import { DEFAULT_TOOL_ID, TOOLS, type ToolId, toolById } from '@heirlight/contract/tools';
import { copy } from '../../copy/copy';
import { isOffline } from '../../lib/connectivity';
import { callErrorText, serverCode } from '../../lib/errorText';
import { toast } from '../../lib/toast';
import type { CreditsFlows } from '../account/credits';
import { creditsStore } from '../account/creditsStore';
import { openDialog } from '../dialogs/dialogs';
import type { Firebase } from '../firebase/firebase';
import type { SessionFlows } from '../session/session';
import { noteChange } from './changes';
import { lookAt } from './lookAt';
import type { OlderVersions } from './olderVersions';
import type { PhotoFeed } from './photoFeed';
import { photosCopy } from './photosCopy';
import { deliveringStore, type Photo } from './photosStore';

export interface PhotoRequestsDeps {
  firebase: Pick<Firebase, 'functions'>;
  session: Pick<SessionFlows, 'ensureAuth'>;
  credits: Pick<CreditsFlows, 'refetchCredits'>;
  feed: Pick<PhotoFeed, 'expectRestore' | 'forget' | 'triggerPolling'>;
  older: Pick<OlderVersions, 'forget' | 'refresh'>;
}

export type PhotoRequests = ReturnType<typeof createPhotoRequests>;

export interface AgainRequest {
  photoId: string;
  toolId: ToolId;
  /** A UUID; becomes the new photo's id, so a repeated request starts nothing twice. */
  requestId: string;
  /** Which of the photo's pictures is restored. */
  version?: SourceVersion;
  /** Whether the photo's own restore failed: then this one takes its place and costs nothing. */
  isFree?: boolean;
}

export interface PhotoDetails {
  name: string;
  dateText: string;
  caption: string;
}

/** The tool to offer first for another restore: the first one that was not used. */
export function otherTool(used: string): ToolId {
  return TOOLS.find(({ id }) => id !== used)?.id ?? DEFAULT_TOOL_ID;
}

function sayNoneLeft(): void {
  toast(copy.toasts.noneLeft);
  openDialog('pricing');
}

function sayDeleteFailed(description: string): void {
  toast({ title: copy.failed.delete, description, destructive: true });
}

/** What the user can ask the server to do with a photo. */
export function createPhotoRequests({ firebase, session, credits, feed, older }: PhotoRequestsDeps) {
  /** Takes deleted photos off the page without waiting for the server. */
  const forgetPhotos = (photoIds: readonly string[]): void => {
    for (const id of photoIds) feed.forget(id);
    older.forget(photoIds);
    noteChange();
  };

  /** Brings what was changed where no live connection does: to the photos on the page, and to their older versions. */
  const bring = (photo: Photo): void => {
    older.refresh(groupIdOf(photo));
    noteChange();
    if (!deliveringStore.get()) feed.triggerPolling();
  };

  const sayDeleted = ({ creditRefunded, creditsRefunded = 1, deletedFiles = [] }: DeletePhotoResponse): void => {
    if (!creditRefunded) {
      toast(copy.photoDeleted(deletedFiles.length));
      return;
    }
    toast(creditsRefunded > 1 ? photosCopy.deletedRefunded(creditsRefunded) : copy.toasts.deletedRefunded);
    setTimeout(() => void credits.refetchCredits(), REFUND_REFETCH_DELAY_MS);
  };

  return {
    forgetPhotos,

    /** Asks for the restore of an uploaded picture by its download URL. @throws FirebaseError `functions/…` */
    async startRestore({ imageUrl, toolId }: { imageUrl: string; toolId: ToolId }): Promise<void> {
      const { model, id } = toolById(toolId);
      const { call } = await firebase.functions();
      await call('restore', { imageUrl, model, modelId: id });
    },

    /**
     * Deletes a photo with its files, tells the user, and starts polling either way. Returns whether it is gone.
     * `versions` are the ids of all versions, if all of them are to go.
     */
    async deletePhoto(photoId: string, versions?: readonly string[]): Promise<boolean> {
      if (isOffline()) {
        toast(copy.toasts.offlineDelete);
        return false;
      }
      try {
        // The page shows photos that it remembers before it knows its user.
        await session.ensureAuth();
        const { call } = await firebase.functions();
        const response = await call('deletePhoto', { photoId, ...(versions && { group: true }) });
        if (response.error) {
          sayDeleteFailed(response.error);
          return false;
        }
        forgetPhotos(versions ?? [photoId]);
        sayDeleted(response);
        return true;
      } catch (error) {
        console.error('delete-photo failed', error);
        sayDeleteFailed(callErrorText(error, copy.failed.deleteFallback));
        return false;
      } finally {
        feed.triggerPolling();
      }
    },

    /** Restores a photo again with a tool, without a new upload. Returns whether the dialog can close. */
    async restoreAgain(request: AgainRequest): Promise<boolean> {
      const { photoId, toolId, requestId, version, isFree = false } = request;
      const balance = creditsStore.get();
      if (!isFree && balance.status === 'ready' && balance.restoresAvailable < RESTORE_COST) {
        sayNoneLeft();
        return true;
      }
      if (isOffline()) {
        toast(copy.toasts.offlineRestore);
        return false;
      }
      feed.expectRestore(requestId);
      try {
        await session.ensureAuth();
        const { call } = await firebase.functions();
        const response = await call('restoreAgain', {
          ...{ photoId, modelId: toolId, requestId },
          ...(version && { version }),
        });
        if (response.replaces) forgetPhotos([response.replaces]);
        lookAt(requestId);
        toast(isFree ? photosCopy.tryingAgain : copy.toasts.restoreAgainStarted);
        feed.triggerPolling();
        // A live connection brings the new balance by itself.
        if (!deliveringStore.get()) void credits.refetchCredits();
        return true;
      } catch (error) {
        console.error('restore-again failed', error);
        if (serverCode(error) === 'no_restores_left') {
          sayNoneLeft();
          return true;
        }
        const description = callErrorText(error, copy.fallbackError);
        toast({ title: copy.failed.restoreAgain, description, destructive: true });
        return false;
      }
    },

    /** Makes a version the favourite of its photo, or no longer. Says so if that fails. */
    async chooseFavourite(photo: Photo, isFavourite: boolean): Promise<void> {
      try {
        await session.ensureAuth();
        const { call } = await firebase.functions();
        await call('chooseFavourite', { photoId: photo.id, isFavourite });
        bring(photo);
      } catch (error) {
        console.error('choose-favourite failed', error);
        const description = callErrorText(error, copy.fallbackError);
        toast({ title: photosCopy.failedTitles.favourite, description, destructive: true });
      }
    },

    /** Stores the words about a photo, for all its versions. Returns whether the dialog can close. */
    async describePhoto(photo: Photo, details: PhotoDetails): Promise<boolean> {
      try {
        await session.ensureAuth();
        const { call } = await firebase.functions();
        await call('describePhoto', { photoId: photo.id, ...details });
        toast(photosCopy.detailsSaved);
        bring(photo);
        return true;
      } catch (error) {
        console.error('describe-photo failed', error);
        const description = callErrorText(error, copy.fallbackError);
        toast({ title: photosCopy.failedTitles.details, description, destructive: true });
        return false;
      }
    },
  };
}
