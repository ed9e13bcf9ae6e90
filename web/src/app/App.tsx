import { CacheProvider, type EmotionCache } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { Suspense } from 'react';
import { Footer } from '../features/landing/Footer';
import { GlobalStyles } from '../theme/GlobalStyles';
import { theme } from '../theme/theme';
import { ErrorBoundary, PagePart } from '../ui/ErrorBoundary';
import { Toasts } from '../ui/Toasts';
import { ConnectivityBar } from './ConnectivityBar';
import { Crash } from './Crash';
import { Dialogs } from './Dialogs';
import { Header } from './Header';
import { PageContent } from './PageContent';
import { Recovery } from './Recovery';
import { SkipLink } from './SkipLink';

/**
 * The whole page. Each part of it hydrates by itself (`Suspense`), at leisure or when it is pressed: a visitor whose press
 * starts hydration waits for that part only. `cache` holds the styles: the prerender extracts them, the browser takes
 * them over.
 */
export function App({ cache }: { cache: EmotionCache }) {
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>
        <GlobalStyles />
        <ErrorBoundary fallback={<Crash />}>
          <SkipLink />
          <ConnectivityBar />
          <PagePart>
            <Suspense>
              <Header />
            </Suspense>
          </PagePart>
          <PagePart fallback={<Crash />}>
            <PageContent />
          </PagePart>
          <PagePart>
            <Suspense>
              <Footer />
            </Suspense>
          </PagePart>
          <Dialogs />
          <PagePart>
            <Recovery />
          </PagePart>
        </ErrorBoundary>
        <Toasts />
      </ThemeProvider>
    </CacheProvider>
  );
}
