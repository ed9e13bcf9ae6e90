import { CALLABLE, type RestoreAgainRequest, type RestoreResponse } from '@heirlight/contract/callables';
import { RESTORE_COST } from '@heirlight/contract/limits';
import { TOOLS, type ToolId } from '@heirlight/contract/tools';
import { callFunction } from '../../lib/callable';
import { copy } from '../../lib/copy';
import { creditsStore, refetchCredits } from '../../lib/credits';
import { openDialog } from '../../lib/dialogs';
import { callErrorText, serverCode } from '../../lib/errorText';
import { listenerHealth } from '../../lib/listenerHealth';
import { expectRestore, triggerSmartPolling } from '../../lib/photoFeed';
import { toast } from '../../lib/toast';

/** The tool to offer first: the next one that was not used. */
export function otherTool(used: ToolId): ToolId {
  return TOOLS.find(({ id }) => id !== used)?.id ?? used;
}

function sayNoneLeft(): void {
  toast(copy.toasts.noneLeft);
  openDialog('pricing');
}

/**
 * Restores a photo again with a tool, without a new upload. `requestId` becomes the new photo's id, so repeating a
 * request starts nothing twice. Answers whether the dialog is done with.
 */
export async function restoreAgain(request: { photoId: string; toolId: ToolId; requestId: string }): Promise<boolean> {
  const { photoId, toolId, requestId } = request;
  const credits = creditsStore.get();
  if (credits.status === 'ready' && credits.restoresAvailable < RESTORE_COST) {
    sayNoneLeft();
    return true;
  }
  expectRestore(requestId);
  try {
    await callFunction<RestoreAgainRequest, RestoreResponse>(CALLABLE.restoreAgain, {
      photoId,
      modelId: toolId,
      requestId,
    });
    toast(copy.toasts.restoreAgainStarted);
    triggerSmartPolling();
    if (!listenerHealth.get().delivering) void refetchCredits();
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
}
