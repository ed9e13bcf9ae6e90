import { css, Global } from '@emotion/react';
import { type Theme, useTheme } from '@mui/material/styles';
import { fontFaces } from './fonts/fonts';
import { FOCUS_RING, FORCED_COLORS, GALLERY_PX, motion, RULE, type, WIDEST_PX } from './tokens';

/** Of a gallery that is not drawn yet. A reload brings one back to where the page was scrolled. */
const UNKNOWN_HEIGHT = '600vh';

/**
 * `--split` is registered so that CSS alone can interpolate the compare slider's first hint. `data-session`
 * is set before the first paint for a returning user and says what is expected (inline.ts): a `gallery`, which is
 * drawn in place of the landing page, or the `landing` page without what is for visitors only, or a `shared` photo; `lost` is
 * the landing page, because the code of what was expected did not arrive.
 * What it hides is not laid out, so that its lazy pictures are not downloaded.
 * `data-gallery` is on the gallery and on its outline: the whole page is as wide as they are.
 * Fading is no motion: what carries `data-fade` keeps its time.
 * `data-queued` is on a button that was pressed before React could answer (deferredHydration.ts).
 */
const base = ({ vars, typography }: Theme) => css`
  ${fontFaces}
  @property --split {
    syntax: '<percentage>';
    inherits: true;
    initial-value: 50%;
  }
  *, *::before, *::after { box-sizing: border-box; }
  html { color-scheme: light dark; -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
  body {
    margin: 0;
    font-family: ${typography.fontFamily};
    font-size: ${type.body};
    line-height: ${typography.body1.lineHeight};
    color: ${vars.palette.text.primary};
    background-color: ${vars.palette.background.default};
    -webkit-font-smoothing: antialiased;
    overflow-wrap: break-word;
  }
  h1, h2, h3, p, ul, ol, dl, dd, figure { margin: 0; }
  ul, ol { padding: 0; list-style: none; }
  /* Some of it people wrote, from right to left. */
  h1, h2, h3, h4, p, input, textarea { unicode-bidi: plaintext; }
  img { display: block; max-width: 100%; }
  :focus-visible, .MuiButtonBase-root:focus-visible { outline: ${FOCUS_RING} solid ${vars.palette.primary.main}; outline-offset: ${RULE}; }
  .MuiTab-root:focus-visible { outline-offset: -${FOCUS_RING}; }
  /* The page itself: where Tab goes on from, and nothing to press. */
  main:focus-visible { outline: none; }
  @keyframes queued { to { opacity: 0.55; } }
  [data-queued] { opacity: 0.8; cursor: progress; animation: queued ${motion.arriveMs}ms ease-in-out ${motion.arriveMs}ms infinite alternate; }
  @media (min-width: ${WIDEST_PX}px) { html[data-session='gallery'], html:has([data-gallery]) { --page: ${GALLERY_PX}px; } }
  html[data-session]:not([data-session='lost']) button[data-visitor] { visibility: hidden; }
  html[data-session='shared'] #root, html[data-session='gallery'] main > * { display: none; }
  html[data-session='gallery'] main { height: ${UNKNOWN_HEIGHT}; }
  ${FORCED_COLORS} {
    :focus-visible { outline-color: CanvasText !important; }
    /* Within its fill. */
    .MuiTab-root[aria-selected='true']:focus-visible { outline-color: HighlightText !important; }
    /* MUI's buttons have no outline. */
    :root :is([aria-pressed='true'], label:has(> :checked)):not(:focus-visible) { outline: ${RULE} solid Highlight; outline-offset: -${RULE}; }
  }
  @media (prefers-reduced-motion: reduce) {
    html { scroll-behavior: auto; }
    *:not([data-fade]), *::before, *::after {
      animation-duration: 0.01ms !important;
      animation-iteration-count: 1 !important;
      transition-duration: 0.01ms !important;
    }
  }
`;

/** The page's base. Written here rather than with CssBaseline, which resets much that this page does not use. */
export function GlobalStyles() {
  return <Global styles={base(useTheme())} />;
}
