import { copy } from '../../copy/copy';
import { isOffline } from '../../lib/connectivity';
import { callErrorText } from '../../lib/errorText';
import { toast } from '../../lib/toast';
import type { Firebase } from '../firebase/firebase';
import type { SessionFlows } from '../session/session';
import { noteChange } from './changes';
import { deletedSetCopy } from './deletedSetCopy';
import type { PhotoFeed } from './photoFeed';

export interface UndoDeletionDeps {
  firebase: Pick<Firebase, 'functions'>;
  session: Pick<SessionFlows, 'ensureAuth'>;
  photos: Pick<PhotoFeed, 'triggerPolling'>;
}

/**
 * Brings back the photos that were deleted as this set, and tells the user. Returns whether there is nothing left to
 * bring back. Never rejects.
 */
export async function undoDeletion(setId: string, { firebase, session, photos }: UndoDeletionDeps): Promise<boolean> {
  if (isOffline()) {
    toast(deletedSetCopy.offline);
    return false;
  }
  try {
    await session.ensureAuth();
    const { call } = await firebase.functions();
    const { photos: count } = await call('undoDeletion', { setId });
    toast(count > 0 ? deletedSetCopy.broughtBack(count) : deletedSetCopy.tooLate);
    noteChange();
    photos.triggerPolling();
    return true;
  } catch (error) {
    console.error('undo-deletion failed', error);
    const description = callErrorText(error, copy.fallbackError);
    toast({ title: deletedSetCopy.failedTitle, description, destructive: true });
    return false;
  }
}

/** A set of deleted photos that can be brought back. */
export interface DeletedSet {
  setId: string;
  /** How many, all versions of one counted once. */
  photos: number;
  until: Date;
}

/** The user's sets that can be brought back, newest first. @throws FirebaseError `functions/…` */
export async function readDeletedSets({ firebase }: Pick<UndoDeletionDeps, 'firebase'>): Promise<DeletedSet[]> {
  const { call } = await firebase.functions();
  const { sets } = await call('listDeletions', {});
  return sets.map(({ until, ...set }) => ({ ...set, until: new Date(until) }));
}
