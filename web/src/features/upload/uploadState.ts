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

export function isSending({ phase }: UploadState): boolean {
  return phase === 'converting' || phase === 'uploading';
}
