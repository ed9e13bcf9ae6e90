import { CALLABLE, type DeletePhotoRequest, type DeletePhotoResponse } from '@heirlight/contract/callables';
import { REFUND_REFETCH_DELAY_MS } from '@heirlight/contract/limits';
import { callFunction } from '../../lib/callable';
import { copy } from '../../lib/copy';
import { refetchCredits } from '../../lib/credits';
import { callErrorText } from '../../lib/errorText';
import { forgetPhoto, triggerSmartPolling } from '../../lib/photoFeed';
import { toast } from '../../lib/toast';

function sayFailed(description: string): void {
  toast({ title: copy.failed.delete, description, destructive: true });
}

function sayDeleted({ creditRefunded, deletedFiles = [] }: DeletePhotoResponse): void {
  if (!creditRefunded) {
    toast(copy.photoDeleted(deletedFiles.length));
    return;
  }
  toast(copy.toasts.deletedRefunded);
  setTimeout(() => void refetchCredits(), REFUND_REFETCH_DELAY_MS);
}

/** Deletes a photo with its files and says how it went. Polling starts either way. Answers whether it is gone; never rejects. */
export async function deletePhoto(photoId: string): Promise<boolean> {
  try {
    const response = await callFunction<DeletePhotoRequest, DeletePhotoResponse>(CALLABLE.deletePhoto, { photoId });
    if (response.error) {
      sayFailed(response.error);
      return false;
    }
    forgetPhoto(photoId);
    sayDeleted(response);
    return true;
  } catch (error) {
    console.error('delete-photo failed', error);
    sayFailed(callErrorText(error, copy.failed.deleteFallback));
    return false;
  } finally {
    triggerSmartPolling();
  }
}
