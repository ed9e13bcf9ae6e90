import type { ToolId } from '@heirlight/contract/tools';
import { createStore } from '../../lib/store';

/** The photo in the upload dialog that is not sent yet. A reload of the page would lose it. */
export const pickedPhotoStore = createStore<{ file: File; toolId: ToolId; isSending: boolean } | null>(null);
