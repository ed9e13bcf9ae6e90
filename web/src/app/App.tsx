import { CacheProvider, type EmotionCache } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { Footer } from '../features/landing/Footer';
import { GlobalStyles } from '../theme/GlobalStyles';
import { theme } from '../theme/theme';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { Toasts } from '../ui/Toasts';
import { ConnectivityBar } from './ConnectivityBar';
import { Crash } from './Crash';
import { Dialogs } from './Dialogs';
import { Header } from './Header';
import { PageContent } from './PageContent';
import { Recovery } from './Recovery';
import { SkipLink } from './SkipLink';

/** The whole page. `cache` holds the styles: the prerender extracts them, the browser takes them over. */
export function App({ cache }: { cache: EmotionCache }) {
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>
        <GlobalStyles />
        <ErrorBoundary fallback={<Crash />}>
          <SkipLink />
          <ConnectivityBar />
          <Header />
          <PageContent />
          <Footer />
          <Dialogs />
          <Recovery />
        </ErrorBoundary>
        <Toasts />
      </ThemeProvider>
    </CacheProvider>
  );
}
