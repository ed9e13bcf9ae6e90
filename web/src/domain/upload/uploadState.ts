import { DEFAULT_TOOL_ID, type ToolId } from '@heirlight/contract/tools';
import type { Draft } from '../draft/draft';
import type { PictureEdit } from '../prepare/edit';
import type { ForeignFormat } from '../prepare/foreignFormat';
import type { Quad } from '../prepare/quad';
import type { Reason } from '../prepare/suggest/reasons';
import type { PixelSize } from '../prepare/targetSize';
import type { ConvertedJpeg } from './convertToJpeg';

export interface ShownDraft extends Draft {
  /** Object URL of the picture as it is to be uploaded. */
  previewUrl: string;
  toolId: ToolId;
  /** The corners of the print that was found in the picture, until the person has said what to do about it. */
  found: Quad | null;
  /** The corners of the prints, if several lie in the picture, until the person has said what to do about them. */
  prints: readonly Quad[];
  /** What the device saw that speaks for a tool. */
  reason: Reason | null;
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

export const EMPTY: UploadState = { phase: 'empty', toolId: DEFAULT_TOOL_ID };

/** Whether leaving the page now would lose the photo. */
export function isSending({ phase }: UploadState): boolean {
  return phase === 'converting' || phase === 'uploading';
}

/** False once every byte is sent: the restore is on its way then, and a cancelled one would be paid all the same. */
export function canCancel(state: UploadState): boolean {
  return state.phase === 'converting' || (state.phase === 'uploading' && state.percent < 100);
}

export type Seen = Partial<Pick<ShownDraft, 'found' | 'prints' | 'reason' | 'isPartMissing'>>;

/** What happens to the dialog. */
export type UploadEvent =
  | { type: 'reset' }
  | { type: 'foreignTaken'; file: File; format: ForeignFormat }
  | { type: 'conversionStarted' }
  | ({ type: 'taken' } & Pick<ShownDraft, 'file' | 'previewUrl' | 'madeSmaller' | 'scale'>)
  /** Something was learnt about the picture, or the person has said what to do about it. */
  | { type: 'lookedAt'; seen: Seen }
  | { type: 'toolChosen'; toolId: ToolId }
  | { type: 'editStarted' }
  | ({ type: 'edited' } & Pick<ShownDraft, 'previewUrl' | 'prepared'>)
  | { type: 'sendStarted' }
  | { type: 'progressed'; percent: number; isUnanswered: boolean }
  | { type: 'sent' }
  /** A conversion, an edit or the sending came to nothing. */
  | { type: 'stopped' };

/** The draft in the dialog, without what only one phase knows. */
function draftIn(state: ShownDraft): ShownDraft {
  const { file, previewUrl, toolId, found, prints, reason, isPartMissing, madeSmaller, scale, prepared } = state;
  return { file, previewUrl, toolId, found, prints, reason, isPartMissing, madeSmaller, scale, prepared };
}

const fromPreview = (state: UploadState, change: (draft: ShownDraft) => UploadState): UploadState =>
  state.phase === 'preview' ? change(draftIn(state)) : state;

const withDraft = (state: UploadState, change: (draft: ShownDraft) => UploadState): UploadState =>
  'previewUrl' in state ? change(draftIn(state)) : state;

/** Returns the state after an event: the same one if the event comes too late for it. */
export function uploadReducer(state: UploadState, event: UploadEvent): UploadState {
  const { toolId } = state;
  switch (event.type) {
    case 'reset':
      return EMPTY;
    case 'foreignTaken':
      return { phase: 'foreign', file: event.file, format: event.format, isConverting: false, toolId };
    case 'conversionStarted':
      return state.phase === 'foreign' ? { ...state, isConverting: true } : state;
    case 'taken': {
      const { type, ...picture } = event;
      const unseen = { found: null, prints: [], reason: null, isPartMissing: false, prepared: null };
      return { phase: 'preview', ...picture, toolId, ...unseen };
    }
    case 'lookedAt':
      return fromPreview(state, (draft) => ({ phase: 'preview', ...draft, ...event.seen }));
    case 'toolChosen':
      return state.phase === 'preview' || state.phase === 'empty' ? { ...state, toolId: event.toolId } : state;
    case 'editStarted':
      return fromPreview(state, (draft) => ({ phase: 'preparing', ...draft }));
    case 'edited': {
      const { previewUrl, prepared } = event;
      return withDraft(state, (draft) => ({
        phase: 'preview',
        ...draft,
        previewUrl,
        prepared,
        found: null,
        prints: [],
      }));
    }
    case 'sendStarted':
      return fromPreview(state, (draft) => ({ phase: 'converting', ...draft }));
    case 'progressed': {
      const { percent, isUnanswered } = event;
      return withDraft(state, (draft) => ({ phase: 'uploading', percent, isUnanswered, ...draft }));
    }
    case 'sent':
      return withDraft(state, (draft) => ({ phase: 'finishing', ...draft }));
    case 'stopped':
      if (state.phase === 'foreign') return { ...state, isConverting: false };
      return withDraft(state, (draft) => ({ phase: 'preview', ...draft }));
  }
}
