import createCache from '@emotion/cache';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { followSliders } from '../ui/compare/followSliders';
import { App } from './App';
import { followSession } from './followSession';
import { newVersionCode, prefetchWhenIdle } from './lazyCode';
import { acceptOfferedFiles } from './offeredFiles';
import { startFromAddress } from './startFromAddress';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const app = <App cache={createCache({ key: 'css' })} />;
if (root.childElementCount > 0) hydrateRoot(root, app);
else createRoot(root).render(app);

followSliders();
void followSession();
startFromAddress(window.location);
acceptOfferedFiles();
prefetchWhenIdle();
newVersionCode().then(({ followDeploys, resumeWork }) => {
  followDeploys();
  return resumeWork();
}, console.error);
