import { UPLOAD_SUCCESS_DELAY_MS } from '@heirlight/contract/limits';
import type { Embedded } from '@heirlight/contract/photo';
import type { ToolId } from '@heirlight/contract/tools';
import { copy } from '../../copy/copy';
import { createStore, type Store } from '../../lib/store';
import { toast } from '../../lib/toast';
import type { PictureEdit } from '../prepare/edit';
import { createDraftOpener, type UploadStage } from './openDraft';
import type { Pictures } from './pictures';
import { createDraftSender, type SendDraftDeps, scaled, uploadErrorText } from './sendDraft';
import { canCancel, EMPTY, type UploadEvent, type UploadState, uploadReducer } from './uploadState';

export interface UploadFlowDeps extends SendDraftDeps {
  pictures: Pictures;
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
  /** The prints that were found stay on their table. */
  dismissPrint(): void;
  /** Shows the picture with these changes, which is then what is uploaded. Null undoes them. */
  prepare(edit: PictureEdit | null): Promise<void>;
  start(): Promise<void>;
  /** What the file of the draft says about itself; its `dpi` is that of the picture as it would be uploaded. */
  embedded(): Promise<Embedded | null>;
  /** Stops a running upload, if it still can be, and returns to the preview. */
  cancel(): void;
  /** Forgets file, preview, tool and timers, and stops a running upload. */
  reset(): void;
}

/** Shows the dialog's state, and frees a preview that is shown no more. */
function createUploadStore() {
  const store = createStore<UploadState>(EMPTY);
  const dispatch = (event: UploadEvent) => {
    const before = store.get();
    const next = uploadReducer(before, event);
    const isShown = (url: string) => 'previewUrl' in next && next.previewUrl === url;
    if ('previewUrl' in before && !isShown(before.previewUrl)) URL.revokeObjectURL(before.previewUrl);
    store.set(next);
  };
  return { store, dispatch };
}

/** The upload dialog's flow: check, preview, convert, upload, restore, success. */
export function createUploadFlow(deps: UploadFlowDeps): UploadFlow {
  const { store, dispatch } = createUploadStore();
  let abort = new AbortController();
  let successTimer: ReturnType<typeof setTimeout> | undefined;
  /** Counts files taken, starts and resets, so that a check that ends late does not bring its file back. */
  let turn = 0;

  const thisTurn = () => {
    const mine = turn;
    return () => mine === turn;
  };
  const nextTurn = () => {
    turn += 1;
    return thisTurn();
  };
  const reset = () => {
    nextTurn();
    abort.abort();
    clearTimeout(successTimer);
    dispatch({ type: 'reset' });
  };
  const stage: UploadStage = { get: store.get, dispatch, nextTurn, thisTurn, reset };
  const { embedded, ...opener } = createDraftOpener(deps.pictures, stage);
  const send = createDraftSender(deps);

  const backToPreview = () => dispatch({ type: 'stopped' });

  return {
    store,
    ...opener,
    chooseTool: (toolId) => dispatch({ type: 'toolChosen', toolId }),
    dismissPrint: () => dispatch({ type: 'lookedAt', seen: { found: null, prints: [] } }),
    async start() {
      const draft = store.get();
      if (draft.phase !== 'preview') return;
      nextTurn();
      abort = new AbortController();
      const { signal } = abort;
      const onProgress = (percent: number, isUnanswered: boolean) =>
        signal.aborted || dispatch({ type: 'progressed', percent, isUnanswered });
      dispatch({ type: 'sendStarted' });
      try {
        const photoId = await send({ draft, embedded, signal, onProgress, onComesFirst: backToPreview });
        // The dialog was closed at the last moment. The photo is on its way all the same.
        if (photoId === null || signal.aborted) return;
        dispatch({ type: 'sent' });
        successTimer = setTimeout(() => {
          deps.onSuccess(photoId);
          reset();
        }, UPLOAD_SUCCESS_DELAY_MS);
      } catch (error) {
        if (signal.aborted) return;
        toast({ title: copy.failed.upload, description: uploadErrorText(error), destructive: true });
        backToPreview();
      }
    },
    async embedded() {
      const draft = store.get();
      if (!('scale' in draft)) return null;
      return scaled(await embedded(), draft.scale * (draft.prepared?.scale ?? 1));
    },
    cancel() {
      if (!canCancel(store.get())) return;
      abort.abort();
      backToPreview();
    },
    reset,
  };
}
