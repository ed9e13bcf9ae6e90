// Why: docs/decisions/2026-11-22-client-domain-by-factories.md
import { startConnectivity } from '../lib/connectivity';
import { createAccount } from './account/account';
import { createCredits } from './account/credits';
import { askBeforeLogout } from './dialogs/dialogs';
import { trayUnsentStore } from './draft/draft';
import { type Firebase, firebase } from './firebase/firebase';
import { startBackground } from './photos/background';
import { createOlderVersions } from './photos/olderVersions';
import { createPhotoFeed } from './photos/photoFeed';
import { createPhotoRequests } from './photos/photoRequests';
import { createPhotoSearch } from './photos/photoSearch';
import { followOtherSets } from './photos/sentSet';
import { resumePurchase } from './purchases/wantedPack';
import { createSession } from './session/session';
import { resumeDraft } from './tray/resumeDraft';
import { isAnySaved, resumeTray } from './tray/resumeTray';

export type Domain = ReturnType<typeof createDomain>;

/** Puts the flows together, but for buying (usePurchases.ts): the gallery waits for these. */
export function createDomain({ firebase }: { firebase: Firebase }) {
  const session = createSession({ firebase });
  const credits = createCredits({ firebase, session });
  const account = createAccount({ firebase, session });
  const feed = createPhotoFeed({ firebase });
  const older = createOlderVersions({ firebase });
  const photos = {
    ...feed,
    ...createPhotoRequests({ firebase, session, credits, feed, older }),
    ...createPhotoSearch({ firebase, session }),
  };
  return {
    firebase,
    session,
    credits,
    account,
    photos,

    /** Signs out, unless photos that are not sent may be lost, in another window for instance: then the tray asks. */
    async leave(): Promise<void> {
      if (trayUnsentStore.get() > 0 || (await isAnySaved().catch(() => false))) askBeforeLogout();
      else await session.signOut();
    },

    /** Follows the connection, the session, the balance and the photos until the returned function is called. */
    start(): () => void {
      const stops = [
        startConnectivity(),
        credits.start(),
        older.start(),
        feed.start(),
        startBackground(),
        followOtherSets(),
        session.start(),
        // Before the draft: what was pressed last comes first.
        resumePurchase(),
        resumeDraft(),
        resumeTray(),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** The domain of the running page. */
export const domain = createDomain({ firebase });
