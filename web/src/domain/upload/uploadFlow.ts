import { ACCEPTED_UPLOAD_TYPES, RESTORE_COST, UPLOAD_SUCCESS_DELAY_MS } from '@heirlight/contract/limits';
import type { Embedded } from '@heirlight/contract/photo';
import { DEFAULT_TOOL_ID, type ToolId } from '@heirlight/contract/tools';
import { copy } from '../../lib/copy';
import { callErrorText, isBrowsersOwn, sdkCode } from '../../lib/errorText';
import { prepareCopy } from '../../lib/prepareCopy';
import { createStore, type Store } from '../../lib/store';
import type { Toast } from '../../lib/toast';
import type { Credits } from '../account/creditsStore';
import type { DialogName } from '../dialogs/dialogs';
import type { Draft } from '../draft/draft';
import type { UploadRequest } from '../firebase/storage';
import type { Converted } from '../prepare/convertForeign';
import type { PictureEdit } from '../prepare/edit';
import type { ForeignFormat, Unconvertible } from '../prepare/foreignFormat';
import type { PrintLook } from '../prepare/lookForPrint';
import type { Quad } from '../prepare/quad';
import type { PixelSize } from '../prepare/targetSize';
import { type DraftProblem, judge } from './checkDraft';
import type { ConvertedJpeg } from './convertToJpeg';
import type { DrawnPart } from './drawnPart';

interface ShownDraft extends Draft {
  /** Object URL of the picture as it is to be uploaded. */
  previewUrl: string;
  toolId: ToolId;
  /** The corners of the print that was found in the picture, until the person has said what to do about it. */
  found: Quad | null;
  /** The file is damaged, and the picture ends before it is whole. */
  isPartMissing: boolean;
  /** The picture's size, if it has fewer pixels than the file that it was converted from. */
  madeSmaller: PixelSize | null;
  /** How many pixels in a row became of each of that file's; 1 if it was not converted. */
  scale: number;
  /** What the person changed about the picture, and the picture with these changes. */
  prepared: ({ edit: PictureEdit } & ConvertedJpeg) | null;
}

/** The dialog's states, in the specification's order. */
export type UploadState =
  | { phase: 'empty'; toolId: ToolId }
  /** A photo in a format that is not uploaded: the person is asked whether it is to be converted. */
  | { phase: 'foreign'; file: File; format: ForeignFormat; isConverting: boolean; toolId: ToolId }
  | ({ phase: 'preview' } & ShownDraft)
  /** The picture is being straightened, cropped or turned. */
  | ({ phase: 'preparing' } & ShownDraft)
  | ({ phase: 'converting' } & ShownDraft)
  /** `isUnanswered`: every byte was sent a while ago, and nobody has said that they arrived. */
  | ({ phase: 'uploading'; percent: number; isUnanswered: boolean } & ShownDraft)
  /** Everything is sent; the dialog closes by itself. */
  | ({ phase: 'finishing' } & ShownDraft);

const EMPTY: UploadState = { phase: 'empty', toolId: DEFAULT_TOOL_ID };

const draftIn = ({
  file,
  previewUrl,
  toolId,
  found,
  isPartMissing,
  madeSmaller,
  scale,
  prepared,
}: ShownDraft): ShownDraft => ({
  file,
  previewUrl,
  toolId,
  found,
  isPartMissing,
  madeSmaller,
  scale,
  prepared,
});

/** Whether leaving the page now would lose the photo. */
export function isSending({ phase }: UploadState): boolean {
  return phase === 'converting' || phase === 'uploading';
}

/** False once every byte is sent: the restore is on its way then, and a cancelled one would be paid all the same. */
export function canCancel(state: UploadState): boolean {
  return state.phase === 'converting' || (state.phase === 'uploading' && state.percent < 100);
}

/** How long the answer to an upload may take until the person hears of it. */
const ANSWER_MS = 10_000;

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

/**
 * The photo without a type that it is not: the content has been judged, and browsers believe some types before it. A JPEG
 * named .svg would be read as a drawing.
 */
const untyped = (file: File): File =>
  file.type === '' || (ACCEPTED_UPLOAD_TYPES as readonly string[]).includes(file.type)
    ? file
    : new File([file], file.name, { lastModified: file.lastModified });

/** What the file said, of an upload that has so many of its pixels in a row: fewer of them are an inch of the print. */
const scaled = (said: Embedded | null, scale: number): Embedded | null =>
  said?.dpi ? { ...said, dpi: Math.round(said.dpi * scale) } : said;

/** Everything the flow touches. */
export interface UploadFlowDeps {
  check(file: File): Promise<DraftProblem | null>;
  /** Returns the format of a photo that can be converted on this device, why it cannot be, or null if it is no photo. */
  foreignFormat(file: File): Promise<ForeignFormat | Unconvertible | null>;
  /** Whether the browser draws the picture without a decoder of ours. */
  drawsItself(file: File): Promise<boolean>;
  convertForeign(file: File, format: ForeignFormat): Promise<Converted>;
  convert(file: File, edit: PictureEdit | null): Promise<ConvertedJpeg>;
  /** Returns the corners of the print that the picture is a snapshot of, or null; or that the file is damaged. */
  lookForPrint(file: File): Promise<PrintLook>;
  /** Returns how much of a damaged file is there. */
  drawnPart(file: File): Promise<DrawnPart>;
  /** What the chosen file says about itself: the upload is encoded anew and loses it. */
  readEmbedded(file: File): Promise<Embedded | null>;
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
  /** The upload-success callback. */
  onSuccess(photoId: string): void;
}

export interface UploadFlow {
  store: Store<UploadState>;
  /** Returns false if the file is refused, which is told. */
  take(file: File): Promise<boolean>;
  chooseTool(toolId: ToolId): void;
  /** Converts the photo that is in a foreign format, and takes it. */
  acceptConversion(): Promise<void>;
  /** Says that the draft's picture cannot be shown, and forgets it. */
  refuse(): void;
  /** The print that was found stays on its table. */
  dismissPrint(): void;
  /** Shows the picture with these changes, which is then what is uploaded. Null undoes them. */
  prepare(edit: PictureEdit | null): Promise<void>;
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
  /** Counts files taken, starts and resets, so that a check that ends late does not bring its file back. */
  let turn = 0;

  const reset = () => {
    turn += 1;
    abort.abort();
    clearTimeout(successTimer);
    const state = store.get();
    if ('previewUrl' in state) URL.revokeObjectURL(state.previewUrl);
    store.set(EMPTY);
  };

  const refuse = () => {
    if (store.get().phase !== 'preview') return;
    reset();
    deps.toast(copy.toasts.unreadable);
  };

  const backToPreview = () => {
    const state = store.get();
    if (!('previewUrl' in state)) return;
    store.set({ ...draftIn(state), phase: 'preview' });
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

  const send = async (draft: ShownDraft, signal: AbortSignal) => {
    const { file, toolId, prepared, scale } = draft;
    store.set({ phase: 'converting', ...draft });
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
    const [converted, embedded] = await Promise.all([prepared ?? deps.convert(file, null), said]);
    const { jpeg } = converted;
    signal.throwIfAborted();
    const show = (percent: number, isUnanswered = false) =>
      signal.aborted || store.set({ phase: 'uploading', percent, isUnanswered, ...draft });
    show(0);
    await deps.untilOnline(signal);
    deps.toast(copy.toasts.uploading);
    const photoId = crypto.randomUUID();
    let answerTimer: ReturnType<typeof setTimeout> | undefined;
    let stopWaiting = () => {};
    const isSilent = new Promise<void>((resolve) => {
      stopWaiting = resolve;
    });
    const onProgress = (percent: number) => {
      clearTimeout(answerTimer);
      show(percent);
      if (percent < 100) return;
      answerTimer = setTimeout(() => {
        show(percent, true);
        stopWaiting();
      }, ANSWER_MS);
    };
    deps.expectRestore(photoId);
    const request = {
      userId,
      photoId,
      fileName: file.name,
      jpeg,
      embedded: scaled(embedded, scale * converted.scale),
      toolId,
      onProgress,
      signal,
    };
    // A picture whose restore begins is stored, even if the answer to its upload was lost.
    const listed = isSilent.then(() => deps.untilListed(photoId)).then(() => null);
    const imageUrl = await Promise.race([sent(request), listed]).finally(() => clearTimeout(answerTimer));
    // Should it fail, the stored picture itself is the request: the Storage trigger starts the restore.
    if (imageUrl !== null) {
      deps
        .startRestore({ imageUrl, toolId })
        .catch((error: unknown) => console.error('replicate-restore failed', error));
      deps.showSent({ id: photoId, tool: toolId, jpeg });
    }
    deps.triggerPolling();
    // The dialog was closed at the last moment. The photo is on its way all the same.
    if (signal.aborted) return;
    store.set({ phase: 'finishing', ...draft });
    successTimer = setTimeout(() => {
      deps.onSuccess(photoId);
      reset();
    }, UPLOAD_SUCCESS_DELAY_MS);
  };

  /** Shows a checked picture and looks for a print in it. */
  const show = (file: File, made: Pick<ShownDraft, 'madeSmaller' | 'scale'>) => {
    const state = store.get();
    if ('previewUrl' in state) URL.revokeObjectURL(state.previewUrl);
    const previewUrl = URL.createObjectURL(file);
    const { toolId } = state;
    const fresh = { found: null, isPartMissing: false, ...made, prepared: null };
    store.set({ phase: 'preview', file, previewUrl, toolId, ...fresh });
    const mine = turn;
    const change = (part: Partial<ShownDraft>) => {
      const later = store.get();
      // A person who has changed the picture or sent it by now has decided without it.
      if (mine === turn && later.phase === 'preview') store.set({ ...later, ...part });
    };
    void deps.lookForPrint(file).then(async (found) => {
      if (found !== 'damaged') {
        if (found) change({ found });
        return;
      }
      const part = await deps.drawnPart(file);
      if (part === 'some') change({ isPartMissing: true });
      else if (part === 'none' && mine === turn) refuse();
    });
  };

  const read = (file: File) => {
    said = deps.readEmbedded(file).catch((error: unknown) => {
      // Its date is no reason to keep a photo from its restore.
      console.error('What the file says about itself could not be read', error);
      return null;
    });
  };

  const convertForeign = async () => {
    const state = store.get();
    if (state.phase !== 'foreign' || state.isConverting) return;
    turn += 1;
    const mine = turn;
    store.set({ ...state, isConverting: true });
    const converted = await deps.convertForeign(state.file, state.format).catch((error: unknown) => {
      console.error('The photo could not be converted', error);
      return null;
    });
    const problem = converted ? await deps.check(converted.file) : 'unreadable';
    if (mine !== turn) return;
    if (converted && !problem) show(converted.file, { madeSmaller: converted.madeSmaller, scale: converted.scale });
    else {
      reset();
      deps.toast(copy.toasts[problem ?? 'unreadable']);
    }
  };

  return {
    store,
    async take(file) {
      const { phase } = store.get();
      if (phase !== 'empty' && phase !== 'preview' && phase !== 'foreign') return true;
      turn += 1;
      const mine = turn;
      const { refusal, format } = await judge(file, deps);
      if (mine !== turn) return true;
      if (refusal) {
        deps.toast(copy.toasts[refusal]);
        return false;
      }
      read(file);
      if (!format) {
        show(untyped(file), { madeSmaller: null, scale: 1 });
        return true;
      }
      // Safari hands over an iPhone's photos as they are, and draws them: nothing is downloaded for that, nothing asked.
      const isEasy = format === 'HEIC' && (await deps.drawsItself(file));
      if (mine !== turn) return true;
      const state = store.get();
      if ('previewUrl' in state) URL.revokeObjectURL(state.previewUrl);
      store.set({ phase: 'foreign', file, format, isConverting: false, toolId: state.toolId });
      if (isEasy) await convertForeign();
      return true;
    },
    acceptConversion: convertForeign,
    refuse,
    chooseTool(toolId) {
      const state = store.get();
      if (state.phase === 'preview' || state.phase === 'empty') store.set({ ...state, toolId });
    },
    dismissPrint() {
      const state = store.get();
      if (state.phase === 'preview') store.set({ ...state, found: null });
    },
    async prepare(edit) {
      const state = store.get();
      if (state.phase !== 'preview') return;
      turn += 1;
      const mine = turn;
      const { file } = state;
      store.set({ ...state, phase: 'preparing' });
      try {
        const prepared = edit && { edit, ...(await deps.convert(file, edit)) };
        const now = store.get();
        if (mine !== turn || now.phase !== 'preparing') return;
        URL.revokeObjectURL(now.previewUrl);
        const previewUrl = URL.createObjectURL(prepared?.jpeg ?? file);
        store.set({ ...now, phase: 'preview', previewUrl, found: null, prepared });
      } catch (error) {
        if (mine !== turn) return;
        deps.toast({
          title: prepareCopy.failed,
          description: callErrorText(error, copy.fallbackError),
          destructive: true,
        });
        backToPreview();
      }
    },
    async start() {
      const state = store.get();
      if (state.phase !== 'preview') return;
      turn += 1;
      abort = new AbortController();
      const { signal } = abort;
      try {
        await send(draftIn(state), signal);
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
