import createCache from '@emotion/cache';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './App';
import { followSession } from './followSession';
import { newVersionCode, prefetchWhenIdle } from './lazyCode';
import { startFromAddress } from './startFromAddress';

export { offerPhoto } from '../domain/upload/requestUpload';

/** Wakes the page: React takes over the prerendered markup, or draws it during development. Called once, by boot.ts. */
export function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const app = <App cache={createCache({ key: 'css' })} />;
  if (root.childElementCount > 0) hydrateRoot(root, app);
  else createRoot(root).render(app);

  void followSession();
  startFromAddress(window.location);
  prefetchWhenIdle();
  newVersionCode().then(({ followDeploys, resumeWork }) => {
    followDeploys();
    return resumeWork();
  }, console.error);
}
