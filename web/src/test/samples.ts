import { NO_FILES, type PhotoFiles } from '@heirlight/contract/photoFiles';
import type { Photo } from '../domain/photos/photosStore';
import type { SessionUser } from '../domain/session/sessionStore';
import type { NewTrayRow } from '../domain/tray/trayState';

export function aUser(more: Partial<SessionUser> = {}): SessionUser {
  return { id: 'user-1', email: 'ada@example.com', emailVerified: true, ...more };
}

/** The files that show a photo, by their URLs. */
export function shownAt(
  urls: Partial<Record<'original' | 'restored', Partial<Record<keyof typeof NO_FILES, string>>>>,
): PhotoFiles {
  const filesAt = (side: 'original' | 'restored') => {
    const files = Object.entries(urls[side] ?? {}).map(([kind, url]) => [kind, { path: url, url }]);
    return { ...NO_FILES, ...Object.fromEntries(files) };
  };
  return { original: filesAt('original'), restored: filesAt('restored') };
}

/** A restored photo of 1000 x 800; `more` says how it differs. */
export function aPhoto(more: Partial<Photo> = {}): Photo {
  return {
    id: 'p1',
    user_id: 'user-1',
    original_url: 'https://storage/original.jpg',
    restored_url: 'https://storage/restored.png',
    status: 'succeeded',
    created_at: new Date(2026, 10, 20, 14, 5),
    tool: 'deeprestore',
    original_path: 'images/user-1/p1-a.jpg',
    restored_path: 'results/user-1/p1/restored.png',
    files: { original: NO_FILES, restored: NO_FILES },
    prediction_id: null,
    error: null,
    completed_at: null,
    original_size: { width: 1000, height: 800, bytes: 1 },
    restored_size: { width: 1000, height: 800, bytes: 1 },
    progress_percent: null,
    embedded: null,
    shared_at: null,
    source_photo_id: null,
    faces: null,
    source_version: null,
    group_id: null,
    is_favourite: false,
    is_refunded: false,
    name: null,
    date_text: null,
    caption: null,
    adjustment: null,
    ...more,
  };
}

/** A chosen photo of the tray; `more` says how it differs. */
export function aTrayRow(photoId: string, more: Partial<NewTrayRow> = {}): NewTrayRow {
  return { photoId, file: new File(['x'], `${photoId}.jpg`), format: null, state: { phase: 'chosen' }, ...more };
}
