import { RESTORE_COST, UPLOAD_SUCCESS_DELAY_MS } from '@heirlight/contract/limits';
import type { Embedded } from '@heirlight/contract/photo';
import { DEFAULT_TOOL_ID, type ToolId } from '@heirlight/contract/tools';
import { copy } from '../../lib/copy';
import { callErrorText, isBrowsersOwn, sdkCode } from '../../lib/errorText';
import { createStore, type Store } from '../../lib/store';
import type { Toast } from '../../lib/toast';
import type { Credits } from '../account/creditsStore';
import type { DialogName } from '../dialogs/dialogs';
import type { UploadRequest } from '../firebase/storage';
import type { FileProblem } from './checkFile';

interface Chosen {
  file: File;
  /** Object URL of the picked file. */
  previewUrl: string;
  toolId: ToolId;
}

/** The dialog's states, in the specification's order. */
export type UploadState =
  | { phase: 'empty'; toolId: ToolId }
  | ({ phase: 'preview' } & Chosen)
  | ({ phase: 'converting' } & Chosen)
  | ({ phase: 'uploading'; percent: number } & Chosen)
  /** Everything is sent; the dialog closes by itself. */
  | ({ phase: 'finishing' } & Chosen);

const EMPTY: UploadState = { phase: 'empty', toolId: DEFAULT_TOOL_ID };

/** Whether leaving the page now would lose the photo. */
export function isSending({ phase }: UploadState): boolean {
  return phase === 'converting' || phase === 'uploading';
}

/** False once every byte is sent: the restore is on its way then, and a cancelled one would be paid all the same. */
export function canCancel(state: UploadState): boolean {
  return state.phase === 'converting' || (state.phase === 'uploading' && state.percent < 100);
}

const STORAGE_ERRORS: Readonly<Record<string, string>> = {
  'storage/unauthorized': copy.upload.notAllowed,
  'storage/unauthenticated': copy.errors.signed_out,
  'storage/retry-limit-exceeded': copy.upload.interrupted,
};

/** Returns what "Upload Failed" says below its title. */
function uploadErrorText(error: unknown): string {
  const code = sdkCode(error);
  // The message of any other Storage error is the server's response in JSON.
  if (code.startsWith('storage/')) return STORAGE_ERRORS[code] ?? copy.fallbackError;
  if (isBrowsersOwn(error)) return copy.upload.interrupted;
  return callErrorText(error, copy.fallbackError);
}

/** Everything the flow touches. */
export interface UploadFlowDeps {
  check(file: File): Promise<FileProblem | null>;
  convert(file: File): Promise<Blob>;
  /** What the chosen file says about itself: the upload is encoded anew and loses it. */
  readEmbedded(file: File): Promise<Embedded | null>;
  /** Returns the stored picture's URL. */
  upload(request: UploadRequest): Promise<string>;
  startRestore(request: { imageUrl: string; toolId: ToolId }): Promise<void>;
  /** Called before the upload, with the new photo's id. */
  expectRestore(photoId: string): void;
  triggerPolling(): void;
  /** Resolves with the signed-in user's id as soon as the session is known. */
  userId(): Promise<string | null>;
  /** Resolves with the balance as soon as it is known. */
  credits(): Promise<Credits>;
  isOffline(): boolean;
  /** Resolves when there is a network; rejects if `signal` is aborted first. */
  untilOnline(signal: AbortSignal): Promise<void>;
  toast(message: Toast): void;
  openDialog(name: DialogName): void;
  /** The upload-success callback. */
  onSuccess(photoId: string): void;
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
  const store = createStore<UploadState>(EMPTY);
  let abort = new AbortController();
  let successTimer: ReturnType<typeof setTimeout> | undefined;
  /** What the chosen file says about itself. It is read while the tool is being chosen. */
  let said: Promise<Embedded | null> = Promise.resolve(null);
  /** Counts picks, starts and resets, so that a check that ends late does not bring its file back. */
  let pick = 0;

  const reset = () => {
    pick += 1;
    abort.abort();
    clearTimeout(successTimer);
    const state = store.get();
    if (state.phase !== 'empty') URL.revokeObjectURL(state.previewUrl);
    store.set(EMPTY);
  };

  const backToPreview = () => {
    const state = store.get();
    if (state.phase === 'empty') return;
    const { file, previewUrl, toolId } = state;
    store.set({ phase: 'preview', file, previewUrl, toolId });
  };

  /** Uploads the picture, however long the connection is away: a photo that was given to us is not given back for that. */
  const sent = async (request: UploadRequest): Promise<string> => {
    for (;;) {
      try {
        return await deps.upload(request);
      } catch (error) {
        if (request.signal.aborted || !deps.isOffline()) throw error;
        await deps.untilOnline(request.signal);
      }
    }
  };

  const send = async (chosen: Chosen, signal: AbortSignal) => {
    const { file, toolId } = chosen;
    store.set({ phase: 'converting', ...chosen });
    // Right after the page has opened the session is not known yet, right after signing up the balance is not.
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
    const [jpeg, embedded] = await Promise.all([deps.convert(file), said]);
    signal.throwIfAborted();
    store.set({ phase: 'uploading', percent: 0, ...chosen });
    await deps.untilOnline(signal);
    deps.toast(copy.toasts.uploading);
    const onProgress = (percent: number) => signal.aborted || store.set({ phase: 'uploading', percent, ...chosen });
    const photoId = crypto.randomUUID();
    deps.expectRestore(photoId);
    const imageUrl = await sent({
      userId,
      photoId,
      fileName: file.name,
      jpeg,
      embedded,
      toolId,
      onProgress,
      signal,
    });
    // Should it fail, the stored picture itself is the request: the Storage trigger starts the restore.
    deps.startRestore({ imageUrl, toolId }).catch((error: unknown) => console.error('replicate-restore failed', error));
    deps.triggerPolling();
    // The dialog was closed at the last moment. The photo is on its way all the same.
    if (signal.aborted) return;
    store.set({ phase: 'finishing', ...chosen });
    successTimer = setTimeout(() => {
      deps.onSuccess(photoId);
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
      said = deps.readEmbedded(file).catch((error: unknown) => {
        // Its date is no reason to keep a photo from its restore.
        console.error('What the file says about itself could not be read', error);
        return null;
      });
      store.set({ phase: 'preview', file, previewUrl: URL.createObjectURL(file), toolId: state.toolId });
    },
    chooseTool(toolId) {
      const state = store.get();
      if (state.phase === 'preview' || state.phase === 'empty') store.set({ ...state, toolId });
    },
    async start() {
      const state = store.get();
      if (state.phase !== 'preview') return;
      const { file, previewUrl, toolId } = state;
      pick += 1;
      abort = new AbortController();
      const { signal } = abort;
      try {
        await send({ file, previewUrl, toolId }, signal);
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
