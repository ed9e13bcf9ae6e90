import { RESTORE_COST } from '@heirlight/contract/limits';
import type { Embedded } from '@heirlight/contract/photo';
import { copy } from '../../copy/copy';
import { uploadCopy } from '../../copy/uploadCopy';
import { isOffline, untilOnline } from '../../lib/connectivity';
import { callErrorText, isBrowsersOwn, sdkCode } from '../../lib/errorText';
import { whenStore } from '../../lib/store';
import { type Toast, toast } from '../../lib/toast';
import { creditsStore, isSettled } from '../account/creditsStore';
import { type DialogName, openDialog } from '../dialogs/dialogs';
import type { Firebase } from '../firebase/firebase';
import type { UploadRequest } from '../firebase/storage';
import type { PhotoFeed } from '../photos/photoFeed';
import type { PhotoRequests } from '../photos/photoRequests';
import { photosStore } from '../photos/photosStore';
import { knownUser } from '../session/sessionStore';
import type { Pictures } from './pictures';
import type { ShownDraft } from './uploadState';

/** How long the answer to an upload may take until the person hears of it. */
const ANSWER_MS = 10_000;

const STORAGE_ERRORS: Readonly<Record<string, string>> = {
  'storage/unauthorized': uploadCopy.notAllowed,
  'storage/unauthenticated': copy.errors.signed_out,
  'storage/retry-limit-exceeded': uploadCopy.interrupted,
};

/** Returns what "Upload Failed" says below its title. */
export function uploadErrorText(error: unknown): string {
  const code = sdkCode(error);
  // The message of any other Storage error is the server's response in JSON.
  if (code.startsWith('storage/')) return STORAGE_ERRORS[code] ?? copy.fallbackError;
  if (isBrowsersOwn(error)) return uploadCopy.interrupted;
  return callErrorText(error, copy.fallbackError);
}

/** What the file said, of an upload that has so many of its pixels in a row: fewer of them are an inch of the print. */
export const scaled = (said: Embedded | null, scale: number): Embedded | null =>
  said?.dpi ? { ...said, dpi: Math.round(said.dpi * scale) } : said;

/** What sending touches beyond the page, and the flows that it calls. */
export interface SendDraftDeps {
  firebase: Pick<Firebase, 'storage'>;
  photos: Pick<PhotoFeed, 'expectRestore' | 'showSent' | 'triggerPolling'> & Pick<PhotoRequests, 'startRestore'>;
  pictures: Pick<Pictures, 'convert'>;
}

/** Resolves when the photo is in the user's list. */
const untilListed = (photoId: string) =>
  whenStore(photosStore, ({ photos }) => photos.some(({ id }) => id === photoId));

interface Sending {
  draft: ShownDraft;
  /** Returns what the chosen file says about itself. Called when there is a network. */
  embedded(): Promise<Embedded | null>;
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

/** A picture whose sender is known and has a restore left. */
export interface SentPicture extends Omit<Sending, 'draft' | 'onComesFirst'> {
  userId: string;
  /** A UUID; becomes the new photo's id. An upload that is sent again with it is the same one, and is debited once. */
  photoId: string;
  draft: Pick<ShownDraft, 'file' | 'toolId' | 'prepared' | 'scale'>;
  /** Called when the picture is converted, and its upload begins. */
  onUpload?(): void;
  paused?: UploadRequest['paused'];
}

/** Makes what sends a picture: it converts it, uploads it, and asks for the restore. It throws what fails in the first two. */
export function createPictureSender({ firebase, photos, pictures }: SendDraftDeps) {
  /** Uploads the picture, however long the connection is away: a photo that was given to us is not given back for that. */
  const upload = async (request: UploadRequest): Promise<string> => {
    for (;;) {
      try {
        const { uploadPhoto } = await firebase.storage();
        return await uploadPhoto(request);
      } catch (error) {
        if (request.signal.aborted || !isOffline()) throw error;
        await untilOnline(request.signal);
      }
    }
  };

  return async (picture: SentPicture): Promise<void> => {
    const { userId, photoId, draft, embedded, signal, paused, onProgress, onUpload } = picture;
    const { file, toolId, prepared, scale } = draft;
    const converted = prepared ?? (await pictures.convert(file, null));
    const { jpeg } = converted;
    signal.throwIfAborted();
    onProgress(0, false);
    await untilOnline(signal);
    const said = await embedded();
    signal.throwIfAborted();
    onUpload?.();
    const answer = watchAnswer(onProgress);
    photos.expectRestore(photoId);
    const request = {
      ...{ userId, photoId, fileName: file.name, jpeg, toolId, signal, paused },
      embedded: scaled(said, scale * converted.scale),
      onProgress: answer.onProgress,
    };
    // A picture whose restore begins is stored, even if the answer to its upload was lost.
    const listed = answer.isSilent.then(() => untilListed(photoId)).then(() => null);
    const imageUrl = await Promise.race([upload(request), listed]).finally(answer.stop);
    // Should it fail, the stored picture itself is the request: the Storage trigger starts the restore.
    if (imageUrl !== null) {
      photos
        .startRestore({ imageUrl, toolId })
        .catch((error: unknown) => console.error('replicate-restore failed', error));
      void photos.showSent({ id: photoId, tool: toolId, jpeg }).catch(console.error);
    }
    photos.triggerPolling();
  };
}

/** Makes what sends the dialog's draft, once it is known who sends it. */
export function createDraftSender(deps: SendDraftDeps) {
  const send = createPictureSender(deps);

  /** Returns the id of the user who may send; null if something comes first, which is told. */
  const senderOf = async ({ signal, onComesFirst }: Sending): Promise<string | null> => {
    const comesFirst = (dialog: DialogName, why: Toast) => {
      toast(why);
      openDialog(dialog);
      onComesFirst();
      return null;
    };
    // Right after the page has opened the session is not known yet, right after signing up the balance is not.
    const user = await knownUser();
    signal.throwIfAborted();
    if (!user) return comesFirst('login', copy.toasts.loginFirstUpload);
    const { restoresAvailable } = await whenStore(creditsStore, isSettled);
    signal.throwIfAborted();
    return restoresAvailable < RESTORE_COST ? comesFirst('pricing', copy.toasts.noneLeft) : user.id;
  };

  /**
   * Returns the new photo's id when the picture is stored and its restore is asked for; null if something comes first.
   *
   * @throws what the conversion or the upload threw
   */
  return async (sending: Sending): Promise<string | null> => {
    const userId = await senderOf(sending);
    if (userId === null) return null;
    const photoId = crypto.randomUUID();
    await send({ ...sending, userId, photoId, onUpload: () => toast(copy.toasts.uploading) });
    return photoId;
  };
}
