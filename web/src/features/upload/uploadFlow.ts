import { RESTORE_COST, UPLOAD_SUCCESS_DELAY_MS } from '@heirlight/contract/limits';
import type { ToolId } from '@heirlight/contract/tools';
import { copy } from '../../lib/copy';
import type { Credits } from '../../lib/credits';
import type { DialogName } from '../../lib/dialogs';
import { createStore, type Store } from '../../lib/store';
import type { Toast } from '../../lib/toast';
import type { FileProblem } from './checkFile';
import type { UploadRequest } from './uploadApi';
import { uploadErrorText } from './uploadErrorText';
import { canCancel, EMPTY_UPLOAD, type UploadState } from './uploadState';

/** Everything the flow touches, so that its order and its delay can be tested without a browser or a server. */
export interface UploadFlowDeps {
  check(file: File): Promise<FileProblem | null>;
  convert(file: File): Promise<Blob>;
  /** Answers the address of the stored picture, null where it cannot be had. */
  upload(request: UploadRequest): Promise<string | null>;
  startRestore(request: { imageUrl: string; toolId: ToolId }): Promise<void>;
  /** Called before the upload, with the new photo's id. */
  expectRestore(photoId: string): void;
  triggerPolling(): void;
  /** Who is signed in, as soon as it is known. */
  userId(): Promise<string | null>;
  /** The balance, as soon as it is known. */
  credits(): Promise<Credits>;
  toast(message: Toast): void;
  openDialog(name: DialogName): void;
  /** The upload-success callback. */
  onSuccess(): void;
}

export interface UploadFlow {
  store: Store<UploadState>;
  take(file: File): Promise<void>;
  chooseTool(toolId: ToolId): void;
  start(): Promise<void>;
  /** Stops a running upload, if it still can be, and returns to the preview. */
  cancel(): void;
  /** Forgets file, preview, tool and timers, and stops a running upload. */
  reset(): void;
}

/** The upload dialog's flow: check, preview, convert, upload, restore, success. */
export function createUploadFlow(deps: UploadFlowDeps): UploadFlow {
  const store = createStore<UploadState>(EMPTY_UPLOAD);
  let abort = new AbortController();
  let successTimer: ReturnType<typeof setTimeout> | undefined;
  /** Counts resets and picks, so that a check that ends late does not bring a forgotten file back. */
  let pick = 0;

  const reset = () => {
    pick += 1;
    abort.abort();
    clearTimeout(successTimer);
    const state = store.get();
    if (state.phase !== 'empty') URL.revokeObjectURL(state.previewUrl);
    store.set(EMPTY_UPLOAD);
  };

  const backToPreview = () => {
    const state = store.get();
    if (state.phase === 'empty') return;
    const { file, previewUrl, toolId } = state;
    store.set({ phase: 'preview', file, previewUrl, toolId });
  };

  const send = async (signal: AbortSignal) => {
    const picked = store.get();
    if (picked.phase !== 'preview') return;
    const { file, previewUrl, toolId } = picked;
    const chosen = { file, previewUrl, toolId };
    store.set({ phase: 'converting', ...chosen });
    // Somebody who has just opened the page is faster than the session, somebody who has just signed up than the first look at the balance.
    const userId = await deps.userId();
    signal.throwIfAborted();
    if (!userId) {
      deps.toast(copy.toasts.loginFirstUpload);
      deps.openDialog('login');
      backToPreview();
      return;
    }
    const { restoresAvailable } = await deps.credits();
    signal.throwIfAborted();
    if (restoresAvailable < RESTORE_COST) {
      deps.toast(copy.toasts.noneLeft);
      deps.openDialog('pricing');
      backToPreview();
      return;
    }
    const jpeg = await deps.convert(file);
    signal.throwIfAborted();
    deps.toast(copy.toasts.uploading);
    store.set({ phase: 'uploading', percent: 0, ...chosen });
    const onProgress = (percent: number) => signal.aborted || store.set({ phase: 'uploading', percent, ...chosen });
    const photoId = crypto.randomUUID();
    deps.expectRestore(photoId);
    const imageUrl = await deps.upload({ userId, photoId, fileName: file.name, jpeg, toolId, onProgress, signal });
    // Without an address the stored picture itself is the request (the Storage trigger).
    if (imageUrl) {
      deps
        .startRestore({ imageUrl, toolId })
        .catch((error: unknown) => console.error('replicate-restore failed', error));
    }
    deps.triggerPolling();
    // Closed in the last moment: the photo is on its way all the same, only this dialog no longer waits for it.
    if (signal.aborted) return;
    store.set({ phase: 'finishing', ...chosen });
    successTimer = setTimeout(() => {
      deps.onSuccess();
      reset();
    }, UPLOAD_SUCCESS_DELAY_MS);
  };

  return {
    store,
    async take(file) {
      if (store.get().phase !== 'empty' && store.get().phase !== 'preview') return;
      pick += 1;
      const mine = pick;
      const problem = await deps.check(file);
      if (mine !== pick) return;
      if (problem) {
        deps.toast(copy.toasts[problem]);
        return;
      }
      const state = store.get();
      if (state.phase !== 'empty') URL.revokeObjectURL(state.previewUrl);
      store.set({ phase: 'preview', file, previewUrl: URL.createObjectURL(file), toolId: state.toolId });
    },
    chooseTool(toolId) {
      const state = store.get();
      if (state.phase === 'preview' || state.phase === 'empty') store.set({ ...state, toolId });
    },
    async start() {
      if (store.get().phase !== 'preview') return;
      abort = new AbortController();
      const { signal } = abort;
      try {
        await send(signal);
      } catch (error) {
        if (signal.aborted) return;
        deps.toast({ title: copy.failed.upload, description: uploadErrorText(error), destructive: true });
        backToPreview();
      }
    },
    cancel() {
      if (!canCancel(store.get())) return;
      abort.abort();
      backToPreview();
    },
    reset,
  };
}
