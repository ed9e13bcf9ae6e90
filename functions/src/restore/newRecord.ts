import type { ToolId } from '@heirlight/contract/tools';
import { derivedOf, type PhotoOrigin, type PhotoRecord } from '../photos/photoRecord';
import type { Original } from './receiveUpload';

export interface NewPhoto {
  photoId: string;
  uid: string;
  tool: ToolId;
  original: Original;
  origin: PhotoOrigin;
}

/** The document of a photo whose job is still to be handed over. */
export function newRecord({ photoId, uid, tool, original, origin }: NewPhoto, now: Date): PhotoRecord {
  return {
    ...original,
    id: photoId,
    user_id: uid,
    restored_url: null,
    status: 'processing',
    created_at: now,
    tool,
    restored_path: null,
    prediction_id: null,
    refused_prediction_id: null,
    error: null,
    completed_at: null,
    restored_size: null,
    progress_percent: null,
    faces: null,
    ...origin,
    is_favourite: false,
    is_refunded: false,
    shared_at: null,
    adjustment: null,
    ...derivedOf({ ...origin, tool }),
  };
}
