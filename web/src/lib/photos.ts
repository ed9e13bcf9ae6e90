import type { PhotoDocument } from '@heirlight/contract/photo';
import { createStore } from './store';

export type Photo = PhotoDocument<Date>;

export interface Photos {
  status: 'loading' | 'ready' | 'error';
  photos: Photo[];
  hasMore: boolean;
}

export const photosStore = createStore<Photos>({ status: 'loading', photos: [], hasMore: false });
