import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { firebase } from '../domain/firebase/firebase';
import { readSharedPhotos } from '../domain/saving/shareLink';
import SharedPage from '../features/shared/SharedPage';
import { startConnectivity } from '../lib/connectivity';
import { GlobalStyles } from '../theme/GlobalStyles';
import { theme } from '../theme/theme';
import { PagePart } from '../ui/ErrorBoundary';
import { Crash } from './Crash';

/** Draws what a shared link shows, in place of the whole page. Neither session nor account is looked at. */
export function drawShared(root: HTMLElement, token: string): void {
  // Pictures that were lost are asked for again when it is back (lib/retryPictures.ts).
  startConnectivity();
  const read = () => readSharedPhotos(token, { firebase });
  const page = (
    <CacheProvider value={createCache({ key: 'css' })}>
      <ThemeProvider theme={theme}>
        <GlobalStyles />
        <PagePart fallback={<Crash />}>
          <SharedPage read={read} />
        </PagePart>
      </ThemeProvider>
    </CacheProvider>
  );
  // At once: the landing page, which stood here, was hidden until now (inline.ts) and must not flash up.
  flushSync(() => createRoot(root).render(page));
  delete document.documentElement.dataset.session;
}
