import { RESTORE_COST } from '@heirlight/contract/limits';
import type { Embedded } from '@heirlight/contract/photo';
import type { ToolId } from '@heirlight/contract/tools';
import { copy } from '../../lib/copy';
import { callErrorText, isBrowsersOwn, sdkCode } from '../../lib/errorText';
import type { Toast } from '../../lib/toast';
import type { Credits } from '../account/creditsStore';
import type { DialogName } from '../dialogs/dialogs';
import type { UploadRequest } from '../firebase/storage';
import type { PictureEdit } from '../prepare/edit';
import type { ConvertedJpeg } from './convertToJpeg';
import type { ShownDraft } from './uploadState';

/** How long the answer to an upload may take until the person hears of it. */
const ANSWER_MS = 10_000;

const STORAGE_ERRORS: Readonly<Record<string, string>> = {
  'storage/unauthorized': copy.upload.notAllowed,
  'storage/unauthenticated': copy.errors.signed_out,
  'storage/retry-limit-exceeded': copy.upload.interrupted,
};

/** Returns what "Upload Failed" says below its title. */
export function uploadErrorText(error: unknown): string {
  const code = sdkCode(error);
  // The message of any other Storage error is the server's response in JSON.
  if (code.startsWith('storage/')) return STORAGE_ERRORS[code] ?? copy.fallbackError;
  if (isBrowsersOwn(error)) return copy.upload.interrupted;
  return callErrorText(error, copy.fallbackError);
}

/** What the file said, of an upload that has so many of its pixels in a row: fewer of them are an inch of the print. */
const scaled = (said: Embedded | null, scale: number): Embedded | null =>
  said?.dpi ? { ...said, dpi: Math.round(said.dpi * scale) } : said;

/** What sending touches. */
export interface SendDraftDeps {
  convert(file: File, edit: PictureEdit | null): Promise<ConvertedJpeg>;
  /** Returns the stored picture's URL. */
  upload(request: UploadRequest): Promise<string>;
  startRestore(request: { imageUrl: string; toolId: ToolId }): Promise<void>;
  /** Called before the upload, with the new photo's id. */
  expectRestore(photoId: string): void;
  /** Shows the photo that was sent, until the user's list has it. */
  showSent(photo: { id: string; tool: ToolId; jpeg: Blob }): void;
  triggerPolling(): void;
  /** Resolves when the photo is in the user's list. */
  untilListed(photoId: string): Promise<void>;
  /** Resolves with the signed-in user's id as soon as the session is known. */
  userId(): Promise<string | null>;
  /** Resolves with the balance as soon as it is known. */
  credits(): Promise<Credits>;
  isOffline(): boolean;
  /** Resolves when there is a network; rejects if `signal` is aborted first. */
  untilOnline(signal: AbortSignal): Promise<void>;
  toast(message: Toast): void;
  openDialog(name: DialogName): void;
}

interface Sending {
  draft: ShownDraft;
  /** What the chosen file says about itself. */
  embedded: Promise<Embedded | null>;
  signal: AbortSignal;
  /** @param isUnanswered every byte was sent a while ago, and nobody has said that they arrived */
  onProgress(percent: number, isUnanswered: boolean): void;
  /** Called when another dialog has opened: logging in, or a credit pack, comes first. */
  onComesFirst(): void;
}

/** Watches an upload's progress for the moment when every byte is sent and no answer comes. */
function watchAnswer(onProgress: Sending['onProgress']) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopWaiting = () => {};
  return {
    /** Resolves when the answer is late. */
    isSilent: new Promise<void>((resolve) => {
      stopWaiting = resolve;
    }),
    onProgress(percent: number) {
      clearTimeout(timer);
      onProgress(percent, false);
      if (percent < 100) return;
      timer = setTimeout(() => {
        onProgress(percent, true);
        stopWaiting();
      }, ANSWER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Makes what sends a draft: it converts the picture, uploads it, and asks for the restore. */
export function createDraftSender(deps: SendDraftDeps) {
  /** Uploads the picture, however long the connection is away: a photo that was given to us is not given back for that. */
  const upload = async (request: UploadRequest): Promise<string> => {
    for (;;) {
      try {
        return await deps.upload(request);
      } catch (error) {
        if (request.signal.aborted || !deps.isOffline()) throw error;
        await deps.untilOnline(request.signal);
      }
    }
  };

  /** Returns the id of the user who may send; null if something comes first, which is told. */
  const senderOf = async ({ signal, onComesFirst }: Sending): Promise<string | null> => {
    const comesFirst = (dialog: DialogName, why: Toast) => {
      deps.toast(why);
      deps.openDialog(dialog);
      onComesFirst();
      return null;
    };
    // Right after the page has opened the session is not known yet, right after signing up the balance is not.
    const userId = await deps.userId();
    signal.throwIfAborted();
    if (!userId) return comesFirst('login', copy.toasts.loginFirstUpload);
    const { restoresAvailable } = await deps.credits();
    signal.throwIfAborted();
    return restoresAvailable < RESTORE_COST ? comesFirst('pricing', copy.toasts.noneLeft) : userId;
  };

  /**
   * Returns the new photo's id when the picture is stored and its restore is asked for; null if something comes first.
   *
   * @throws what the conversion or the upload threw
   */
  return async (sending: Sending): Promise<string | null> => {
    const { draft, embedded, signal, onProgress } = sending;
    const userId = await senderOf(sending);
    if (userId === null) return null;
    const { file, toolId, prepared, scale } = draft;
    const [converted, said] = await Promise.all([prepared ?? deps.convert(file, null), embedded]);
    const { jpeg } = converted;
    signal.throwIfAborted();
    onProgress(0, false);
    await deps.untilOnline(signal);
    deps.toast(copy.toasts.uploading);
    const photoId = crypto.randomUUID();
    const answer = watchAnswer(onProgress);
    deps.expectRestore(photoId);
    const request = {
      ...{ userId, photoId, fileName: file.name, jpeg, toolId, signal },
      embedded: scaled(said, scale * converted.scale),
      onProgress: answer.onProgress,
    };
    // A picture whose restore begins is stored, even if the answer to its upload was lost.
    const listed = answer.isSilent.then(() => deps.untilListed(photoId)).then(() => null);
    const imageUrl = await Promise.race([upload(request), listed]).finally(answer.stop);
    // Should it fail, the stored picture itself is the request: the Storage trigger starts the restore.
    if (imageUrl !== null) {
      deps
        .startRestore({ imageUrl, toolId })
        .catch((error: unknown) => console.error('replicate-restore failed', error));
      deps.showSent({ id: photoId, tool: toolId, jpeg });
    }
    deps.triggerPolling();
    return photoId;
  };
}
