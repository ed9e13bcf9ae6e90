import { copy } from '../lib/copy';
import { hasSessionHint } from '../lib/sessionHint';
import { sessionStore } from '../lib/sessionStore';
import { toast } from '../lib/toast';
import { sessionCode } from './lazyCode';

/** When it is known who is there, the mark that the document's head set for a returning user goes. */
function settleMark(): void {
  if (sessionStore.get().status !== 'loading') delete document.documentElement.dataset.session;
}

/** A returning user is not taken for a visitor while the code that follows the session is on its way. */
export async function followSession(): Promise<void> {
  sessionStore.subscribe(settleMark);
  if (hasSessionHint()) sessionStore.set({ status: 'loading' });
  try {
    const { startSession } = await sessionCode();
    startSession();
  } catch (error) {
    console.error('The session could not be followed', error);
    sessionStore.set({ status: 'signedOut' });
    toast(copy.toasts.serviceUnreachable);
  }
  settleMark();
}
