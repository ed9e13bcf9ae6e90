import { DEFAULT_TOOL_ID, type ToolId } from '@heirlight/contract/tools';

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

export const EMPTY_UPLOAD: UploadState = { phase: 'empty', toolId: DEFAULT_TOOL_ID };

/** Whether leaving the page now would lose the photo. */
export function isSending({ phase }: UploadState): boolean {
  return phase === 'converting' || phase === 'uploading';
}

/** Once every byte is sent the restore is on its way, answered or not: a cancelled one would be paid all the same. */
export function canCancel(state: UploadState): boolean {
  return state.phase === 'converting' || (state.phase === 'uploading' && state.percent < 100);
}
