import { isOffline } from '../../lib/connectivity';
import { notTooLong, pictureShown } from '../../lib/firstPicture';
import type { Firebase } from '../firebase/firebase';
import type { SessionFlows } from '../session/session';
import { type SessionUser, sessionStore, signedInUser } from '../session/sessionStore';
import { creditsStore } from './creditsStore';
import { lastSeenOf, remember } from './lastSeen';

export interface CreditsDeps {
  firebase: Pick<Firebase, 'auth' | 'firestore' | 'functions'>;
  session: Pick<SessionFlows, 'ensureAuth'>;
}

export type CreditsFlows = ReturnType<typeof createCredits>;

/** One signed-in user whose balance is followed. */
interface Following {
  userId: string;
  emailVerified: boolean;
  /** Ends the live listener. */
  stop: () => void;
}

function setRestores(restoresAvailable: number): void {
  const current = creditsStore.get();
  if (current.status === 'ready' && current.restoresAvailable === restoresAvailable) return;
  creditsStore.set({ ...current, status: 'ready', restoresAvailable });
}

/** Shows what the server said, and remembers it for the next visit. */
function accept(userId: string, restores: number): void {
  setRestores(restores);
  remember(userId, { restores });
}

/** The signed-in user's balance. Writes `creditsStore`. */
export function createCredits({ firebase, session }: CreditsDeps) {
  /** The last balance the live account document brought for the signed-in user. */
  let live: number | null = null;

  /**
   * Asks the server for the balance in restores, and stores it. The first call creates the account.
   * @throws if nobody is signed in or the call fails.
   */
  const fetchCredits = async (): Promise<number> => {
    await session.ensureAuth();
    const user = signedInUser();
    if (!user) throw new Error('Nobody is signed in, so there are no credits to fetch');
    const before = live;
    const { call } = await firebase.functions();
    // The specification takes an empty response for 0.
    const restores: number | null = await call('fetchCredits', { user_id_in: user.id });
    // A live value that came in meanwhile is newer than what the server read for this response.
    if (signedInUser()?.id === user.id && live === before) accept(user.id, restores ?? 0);
    return restores ?? 0;
  };

  /**
   * Fetches the balance. A failure is logged, and sets the balance to the last live value, or to 0 if there is none:
   * one lost request must not make an account look empty. Without a network it is the one that was last seen.
   */
  const refetchCredits = async (): Promise<void> => {
    const user = signedInUser();
    try {
      await fetchCredits();
    } catch (error) {
      console.error('fetch_credits failed', error);
      if (!user || signedInUser()?.id !== user.id) return;
      const seen = isOffline() ? lastSeenOf(user.id).restores : null;
      setRestores(live ?? seen ?? 0);
    }
  };

  /** A verified e-mail address can bring the welcome restore. The server sees it only with a fresh token. */
  const claimAfterVerification = async (): Promise<void> => {
    const { refreshToken } = await firebase.auth();
    await refreshToken().catch((error: unknown) => console.error('The token could not be refreshed', error));
    await refetchCredits();
  };

  return {
    fetchCredits,
    refetchCredits,

    /**
     * Follows the balance of the signed-in user, until the returned function is called: the callable first, the live
     * account document from then on.
     */
    start(): () => void {
      let following: Following | null = null;

      const follow = async (mine: Following) => {
        // A backend that is just starting can hold the call for a minute.
        await notTooLong(refetchCredits());
        await pictureShown();
        if (mine !== following) return;
        const { watchAccount } = await firebase.firestore();
        const stop = await watchAccount(mine.userId, (restores) => {
          if (mine !== following) return;
          live = restores;
          accept(mine.userId, restores);
        });
        if (mine === following) mine.stop = stop;
        else stop();
      };

      const change = (user: SessionUser | null) => {
        if (following?.userId !== user?.id) {
          following?.stop();
          live = null;
          // A payment is followed from before the session is known.
          creditsStore.set({ ...creditsStore.get(), ...creditsStore.initial });
          following = user && { userId: user.id, emailVerified: user.emailVerified, stop: () => undefined };
          if (following)
            follow(following).catch((error: unknown) => console.error('The balance cannot be followed', error));
        } else if (following && user?.emailVerified && !following.emailVerified) {
          following.emailVerified = true;
          void claimAfterVerification();
        }
      };
      const unsubscribe = sessionStore.subscribe(() => change(signedInUser()));
      // Somebody may have logged in before this code arrived.
      change(signedInUser());
      return () => {
        unsubscribe();
        change(null);
      };
    },
  };
}
