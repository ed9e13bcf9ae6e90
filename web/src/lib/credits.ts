import { CALLABLE, type FetchCreditsRequest, type FetchCreditsResponse } from '@heirlight/contract/callables';
import { ensureFirebase } from './authGate';
import { callFunction } from './callable';
import { creditsStore } from './creditsStore';
import { sessionStore, signedInUser } from './sessionStore';

export { type Credits, creditsStore } from './creditsStore';

/** The last balance the live account document brought for the signed-in user. */
let live: number | null = null;

function setRestores(restoresAvailable: number): void {
  const current = creditsStore.get();
  if (current.status === 'ready' && current.restoresAvailable === restoresAvailable) return;
  creditsStore.set({ status: 'ready', restoresAvailable });
}

/**
 * Asks the server for the balance, provisioning the account on the first call, and stores it.
 * @throws when nobody is signed in or the call fails.
 */
export async function fetchCredits(): Promise<number> {
  await ensureFirebase();
  const user = signedInUser();
  if (!user) throw new Error('Nobody is signed in, so there are no credits to fetch');
  const before = live;
  const restores = await callFunction<FetchCreditsRequest, FetchCreditsResponse | null>(CALLABLE.fetchCredits, {
    user_id_in: user.id,
  });
  // What came in live meanwhile is newer than what the server read to answer.
  if (signedInUser()?.id === user.id && live === before) setRestores(restores ?? 0);
  return restores ?? 0;
}

/**
 * Fetches the balance. A failure is logged and sets it to 0, unless the live account document has said what it is: an
 * account must not look empty because one request was lost.
 */
export async function refetchCredits(): Promise<void> {
  try {
    await fetchCredits();
  } catch (error) {
    console.error('fetch_credits failed', error);
    if (signedInUser()) setRestores(live ?? 0);
  }
}

/** A verified e-mail address can bring the welcome restore, which the server only sees with a fresh token. */
async function claimAfterVerification(): Promise<void> {
  const { refreshToken } = await import('./firebase/authSession');
  await refreshToken().catch((error: unknown) => console.error('The token could not be refreshed', error));
  await refetchCredits();
}

/** Follows the balance of whoever is signed in: the callable first, the live account document from then on. */
export function startCredits(): void {
  let current: { id: string; emailVerified: boolean } | null = null;
  let stop: () => void = () => undefined;

  const follow = async (userId: string) => {
    await refetchCredits();
    const { watchAccount } = await import('./firebase/accountQueries');
    const stopWatching = await watchAccount(userId, (restores) => {
      if (current?.id !== userId) return;
      live = restores;
      setRestores(restores);
    });
    if (current?.id === userId) stop = stopWatching;
    else stopWatching();
  };

  const update = () => {
    const user = signedInUser();
    const previous = current;
    current = user;
    if (previous?.id !== user?.id) {
      stop();
      stop = () => undefined;
      live = null;
      creditsStore.set(creditsStore.initial);
      if (user) follow(user.id).catch((error: unknown) => console.error('The balance cannot be followed', error));
    } else if (user?.emailVerified && !previous?.emailVerified) {
      void claimAfterVerification();
    }
  };
  sessionStore.subscribe(update);
  // Somebody may have logged in before this code arrived.
  update();
}
