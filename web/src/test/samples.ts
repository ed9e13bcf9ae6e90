import type { Photo } from '../lib/photos';
import type { SessionUser } from '../lib/sessionStore';

export function aUser(more: Partial<SessionUser> = {}): SessionUser {
  return { id: 'user-1', email: 'ada@example.com', emailVerified: true, ...more };
}

/** A photo whose restore succeeded; `more` says what is different. */
export function aPhoto(more: Partial<Photo> = {}): Photo {
  return {
    id: 'photo-1',
    user_id: 'user-1',
    original_url: '/original.jpg',
    restored_url: '/restored.png',
    status: 'succeeded',
    created_at: new Date('2026-11-01T10:30:00Z'),
    tool: 'deeprestore',
    original_path: 'images/user-1/photo-1-wedding.jpg',
    restored_path: 'images/user-1/photo-1-restored.png',
    thumbnail_path: null,
    restored_thumbnail_path: null,
    thumbnail_url: null,
    restored_thumbnail_url: null,
    prediction_id: 'prediction-1',
    error: null,
    completed_at: new Date('2026-11-01T10:31:00Z'),
    original_size: null,
    restored_size: null,
    progress_percent: null,
    source_photo_id: null,
    ...more,
  };
}
