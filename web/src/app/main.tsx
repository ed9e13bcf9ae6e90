import createCache from '@emotion/cache';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { copy } from '../lib/copy';
import { sessionStore } from '../lib/sessionStore';
import { toast } from '../lib/toast';
import { App } from './App';
import { prefetchWhenIdle, sessionCode } from './lazyCode';
import { acceptOfferedFiles } from './offeredFiles';
import { startFromAddress } from './startFromAddress';

/** When it is known who is there, the mark that the document's head set for a returning user goes. */
async function followSession(): Promise<void> {
  try {
    const { startSession } = await sessionCode();
    startSession();
  } catch (error) {
    console.error('The session could not be followed', error);
    toast(copy.toasts.serviceUnreachable);
  }
  const settle = () => {
    if (sessionStore.get().status !== 'loading') delete document.documentElement.dataset.session;
  };
  sessionStore.subscribe(settle);
  settle();
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const app = <App cache={createCache({ key: 'css' })} />;
if (root.childElementCount > 0) hydrateRoot(root, app);
else createRoot(root).render(app);

void followSession();
startFromAddress(window.location);
acceptOfferedFiles();
prefetchWhenIdle();
