import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import { type Theme, ThemeProvider } from '@mui/material/styles';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { type Dialogs, dialogStore } from '../domain/dialogs/dialogs';
import LoginDialog from '../features/auth/LoginDialog';
import PictureCredits from '../features/landing/PictureCredits';
import { still } from '../features/landing/Still';
import StillSections from '../features/landing/StillSections';
import PricingDialog from '../features/pricing/PricingDialog';
import { theme } from '../theme/theme';
import { motion } from '../theme/tokens';
import { App } from './App';

export { documentHead } from './documentHead';

const newCache = () => createCache({ key: 'css' });

const inTheme = (part: ReactElement, cache: EmotionCache, drawnIn: Theme = theme) => (
  <CacheProvider value={cache}>
    <ThemeProvider theme={drawnIn}>{part}</ThemeProvider>
  </CacheProvider>
);

/** The page. The words of its still parts are in no script. */
function renderPage(cache: EmotionCache): string {
  still.sections = renderToString(inTheme(<StillSections />, cache));
  still.credits = renderToString(inTheme(<PictureCredits />, cache));
  return renderToString(<App cache={cache} />);
}

/**
 * Renders the landing page as a signed-out visitor sees it. Returns exactly the styles that the markup uses, links to the
 * first picture, and the content of `#root`, to be hydrated. Only the build runs it.
 *
 * Where this page is not shown, none of its pictures may be downloaded: they would come before the user's own. A browser
 * fetches eager pictures, and preloads, before any script could stop it. So all pictures are lazy here, and the links
 * have no `rel` until the inline script knows that the page is shown (inline.ts).
 * Fonts are not preloaded: they would arrive before the picture, and the fallbacks have their metrics.
 */
export function prerender(): { styles: string; pictures: string; body: string } {
  const cache = newCache();
  const { constructStyleTagsFromChunks, extractCriticalToChunks } = createEmotionServer(cache);
  const rendered = renderPage(cache);
  // React puts the preloads of eager pictures first.
  const preloads = rendered.match(/^(?:<link rel="preload"[^>]*>)*/)?.[0] ?? '';
  const body = rendered.slice(preloads.length).replaceAll('loading="eager"', 'loading="lazy"');
  const styles = constructStyleTagsFromChunks(extractCriticalToChunks(rendered));
  return { styles, pictures: preloads.replaceAll(' rel="preload"', ''), body };
}

/** React draws its dialogs at the end of the page; these are drawn where they stand. */
const MuiDialog = { ...theme.components?.MuiDialog, defaultProps: { disablePortal: true } };
const inPlace = { ...theme, components: { ...theme.components, MuiDialog } };

/** What a visitor may open: each tab of the login dialog, and the prices. */
const VISITORS_DIALOGS: Record<string, [state: Dialogs, dialog: ReactElement]> = {
  login: [{ open: 'login', loginTab: 'login' }, <LoginDialog key="login" />],
  signup: [{ open: 'login', loginTab: 'signup' }, <LoginDialog key="signup" />],
  reset: [{ open: 'login', loginTab: 'reset' }, <LoginDialog key="reset" />],
  pricing: [{ open: 'pricing' }, <PricingDialog key="pricing" />],
};
/** MUI fades dialogs in by script, and catches the focus at their ends. */
const BY_SCRIPT = / style="opacity:0"|<div tabindex="0" data-testid="sentinel\w+"><\/div>/g;
const fadeIn = `@keyframes early{from{opacity:0}}[data-early]>div>div{animation:early ${motion.quickMs}ms}`;

/**
 * Renders the dialogs that a visitor may open before React is there (early.ts). Returns them with the styles that the
 * page does not have. Only the build runs it.
 */
export function earlyDialogs(): { styles: string; dialogs: Record<string, string> } {
  const [page, cache] = [newCache(), newCache()];
  for (const each of [page, cache]) createEmotionServer(each);
  renderPage(page);
  const closed = dialogStore.get();
  const dialogs: Record<string, string> = {};
  for (const [name, [state, dialog]] of Object.entries(VISITORS_DIALOGS)) {
    dialogStore.initial = state;
    dialogStore.set(state);
    // Its ids must not be those of the page's own parts.
    dialogs[name] = renderToString(inTheme(dialog, cache, inPlace), { identifierPrefix: 'early' }).replace(
      BY_SCRIPT,
      '',
    );
  }
  dialogStore.initial = closed;
  dialogStore.set(closed);
  const markup = Object.values(dialogs).join('');
  const styles = Object.entries(cache.inserted).filter(
    ([name, rules]) =>
      !(name in page.inserted) && (!`${rules}`.includes(`.css-${name}`) || markup.includes(`css-${name}`)),
  );
  return { styles: `<style>${fadeIn}${styles.map(([, rules]) => rules).join('')}</style>`, dialogs };
}
