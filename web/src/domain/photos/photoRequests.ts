import type { DeletePhotoResponse } from '@heirlight/contract/callables';
import { REFUND_REFETCH_DELAY_MS, RESTORE_COST } from '@heirlight/contract/limits';
import { DEFAULT_TOOL_ID, TOOLS, type ToolId, toolById } from '@heirlight/contract/tools';
import { copy } from '../../lib/copy';
import { callErrorText, serverCode } from '../../lib/errorText';
import { toast } from '../../lib/toast';
import type { CreditsFlows } from '../account/credits';
import { creditsStore } from '../account/creditsStore';
import { openDialog } from '../dialogs/dialogs';
import type { Firebase } from '../firebase/firebase';
import type { SessionFlows } from '../session/session';
import type { PhotoFeed } from './photoFeed';
import { deliveringStore } from './photosStore';

export interface PhotoRequestsDeps {
  firebase: Pick<Firebase, 'functions'>;
  session: Pick<SessionFlows, 'ensureAuth'>;
  credits: Pick<CreditsFlows, 'refetchCredits'>;
  feed: Pick<PhotoFeed, 'expectRestore' | 'forget' | 'triggerPolling'>;
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
export function createPhotoRequests({ firebase, session, credits, feed }: PhotoRequestsDeps) {
  const sayDeleted = ({ creditRefunded, deletedFiles = [] }: DeletePhotoResponse): void => {
    if (!creditRefunded) {
      toast(copy.photoDeleted(deletedFiles.length));
      return;
    }
    toast(copy.toasts.deletedRefunded);
    setTimeout(() => void credits.refetchCredits(), REFUND_REFETCH_DELAY_MS);
  };

  return {
    /** Asks for the restore of an uploaded picture by its download URL. @throws FirebaseError `functions/…` */
    async startRestore({ imageUrl, toolId }: { imageUrl: string; toolId: ToolId }): Promise<void> {
      const { model, id } = toolById(toolId);
      const { call } = await firebase.functions();
      await call('restore', { imageUrl, model, modelId: id });
    },

    /** Deletes a photo with its files, tells the user, and starts polling either way. Returns whether it is gone. */
    async deletePhoto(photoId: string): Promise<boolean> {
      try {
        // The page shows photos that it remembers before it knows its user.
        await session.ensureAuth();
        const { call } = await firebase.functions();
        const response = await call('deletePhoto', { photoId });
        if (response.error) {
          sayDeleteFailed(response.error);
          return false;
        }
        feed.forget(photoId);
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

    /**
     * Restores a photo again with a tool, without a new upload. `requestId` (a UUID) becomes the new photo's id, so a
     * repeated request starts nothing twice. Returns whether the dialog can close.
     */
    async restoreAgain(request: { photoId: string; toolId: ToolId; requestId: string }): Promise<boolean> {
      const { photoId, toolId, requestId } = request;
      const balance = creditsStore.get();
      if (balance.status === 'ready' && balance.restoresAvailable < RESTORE_COST) {
        sayNoneLeft();
        return true;
      }
      feed.expectRestore(requestId);
      try {
        await session.ensureAuth();
        const { call } = await firebase.functions();
        await call('restoreAgain', { photoId, modelId: toolId, requestId });
        toast(copy.toasts.restoreAgainStarted);
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
  };
}
