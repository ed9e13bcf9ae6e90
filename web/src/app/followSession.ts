import { copy } from '../copy/copy';
import { sessionStore } from '../domain/session/sessionStore';
import { toast } from '../lib/toast';
import { domainCode } from './lazyCode';
import { mayFollowSession } from './returning';

/** Removes the mark that the document's head set for a returning user, as soon as the session is known. */
function settleMark(): void {
  if (sessionStore.get().status !== 'loading') delete document.documentElement.dataset.session;
}

/** Downloads what follows the session and starts it. Until then a returning user is not taken for a visitor. */
export async function followSession(load: () => Promise<{ domain: { start(): unknown } }> = domainCode): Promise<void> {
  sessionStore.subscribe(settleMark);
  try {
    await mayFollowSession();
    const { domain } = await load();
    domain.start();
  } catch (error) {
    console.error('The session could not be followed', error);
    sessionStore.set({ status: 'signedOut' });
    toast(copy.toasts.serviceUnreachable);
  }
  settleMark();
}
