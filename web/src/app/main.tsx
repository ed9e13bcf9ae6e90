import createCache from '@emotion/cache';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { sessionStore } from '../lib/sessionStore';
import { App } from './App';
import { prefetchWhenIdle, sessionCode } from './lazyCode';
import { acceptOfferedFiles } from './offeredFiles';
import { startFromAddress } from './startFromAddress';

/** Takes the mark off again that index.html set for a returning user, as soon as it is known who is there. */
function unmarkSession(): void {
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

void sessionCode().then(({ startSession }) => {
  startSession();
  unmarkSession();
});
startFromAddress(window.location);
acceptOfferedFiles();
prefetchWhenIdle();
