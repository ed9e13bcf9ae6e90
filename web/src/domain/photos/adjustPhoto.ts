import type { Adjustment } from '@heirlight/contract/adjustment';
import { copy } from '../../copy/copy';
import { isOffline, untilOnline } from '../../lib/connectivity';
import { callErrorText } from '../../lib/errorText';
import { toast } from '../../lib/toast';
import type { Firebase } from '../firebase/firebase';
import type { SessionFlows } from '../session/session';
import { adjustedCopy } from './adjustedCopy';
import { adjustmentChangesStore, adjustmentOf, asText, type Change, keyOf } from './adjustments';
import { noteChange } from './changes';
import type { PhotoFeed } from './photoFeed';
import { deliveringStore, type Photo, photosStore } from './photosStore';

export interface AdjustPhotoDeps {
  firebase: Pick<Firebase, 'functions'>;
  session: Pick<SessionFlows, 'ensureAuth'>;
  photos: Pick<PhotoFeed, 'triggerPolling'>;
}

const note = (photo: Photo, change: Change): void =>
  adjustmentChangesStore.set(new Map(adjustmentChangesStore.get()).set(keyOf(photo), change));

/** What the photo's document says by now, as JSON. */
function saidOf(photo: Photo): string {
  const now = photosStore.get().photos.find(({ id }) => id === photo.id);
  return asText({ ...(now ?? photo), original_url: photo.original_url });
}

/** Whether this is the last change of its photo. */
const isLast = (photo: Photo, change: Change): boolean => adjustmentChangesStore.get().get(keyOf(photo)) === change;

/** From now on a document that says something new counts, also when it says later what it said before. */
function settle(photo: Photo, sent: Change): void {
  const change = { ...sent, isOnItsWay: false };
  note(photo, change);
  const follow = () => {
    if (isLast(photo, change) && saidOf(photo) === change.instead) return;
    stop();
    if (!isLast(photo, change)) return;
    const others = new Map(adjustmentChangesStore.get());
    others.delete(keyOf(photo));
    adjustmentChangesStore.set(others);
  };
  const stop = photosStore.subscribe(follow);
  follow();
}

const NEVER = new AbortController().signal;

/** Changes reach the server one after the other: the last one counts there, too. */
let before: Promise<unknown> = Promise.resolve();

async function store(photo: Photo, adjustment: Adjustment | null, deps: AdjustPhotoDeps): Promise<void> {
  const { firebase, session, photos } = deps;
  const change = { adjustment, instead: saidOf(photo), isOnItsWay: true };
  note(photo, change);
  const previous = before;
  const send = async () => {
    await previous;
    await untilOnline(NEVER);
    // A later change is sent instead.
    if (!isLast(photo, change)) return;
    try {
      await session.ensureAuth();
      const { call } = await firebase.functions();
      await call('adjustPhoto', { photoId: photo.id, adjustment, originalUrl: photo.original_url });
      noteChange();
      if (!deliveringStore.get()) photos.triggerPolling();
    } catch (error) {
      console.error('adjust-photo failed', error);
      const description = adjustedCopy.stays(callErrorText(error, copy.fallbackError));
      const again = () => void store(photo, adjustment, deps);
      const action = { label: adjustedCopy.tryAgain, run: again };
      toast({ title: adjustedCopy.failedTitle, description, destructive: true, action });
    }
    if (isLast(photo, change)) settle(photo, change);
  };
  before = send();
  await before;
}

/**
 * Adjusts a photo by hand: at once on this page, then on the server. Null gives the plain result. What cannot be stored
 * stays on the page, and the user is told. Never rejects.
 *
 * @param photo compared with the original that its result is mixed with
 */
export function adjustPhoto(photo: Photo, adjustment: Adjustment | null, deps: AdjustPhotoDeps): Promise<void> {
  const had = adjustmentOf(photo);
  const undo = { label: adjustedCopy.undo, run: () => void store(photo, had, deps) };
  if (isOffline()) toast({ ...adjustedCopy.offline, action: undo });
  else toast({ ...(adjustment ? adjustedCopy.adjusted : adjustedCopy.plain), action: undo });
  return store(photo, adjustment, deps);
}
