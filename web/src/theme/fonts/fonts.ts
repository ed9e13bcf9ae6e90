import wholeFigtreeUrl from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';
import wholeFrauncesUrl from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2';
import { weight } from '../tokens';
import figtreeUrl from './figtree.woff2';
import { signs } from './fontCuts.json';
import frauncesUrl from './fraunces.woff2';

export const headlineFamily = "'Fraunces Variable', 'Fraunces Fallback', Georgia, 'Times New Roman', serif";
export const textFamily = "'Figtree Variable', 'Figtree Fallback', system-ui, -apple-system, Arial, sans-serif";

const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';

/** What the cut files hold (scripts/fonts.mjs). */
const CUT = ['U+0020-007E', ...signs.map((hex) => `U+${hex}`)].join();

/**
 * Two files for each face: the whole latin one, which browsers download only for a letter that the other lacks, and the
 * one cut to what the page writes. The later declaration wins. For each family there is a local fallback with the same
 * metrics, so that the swap moves no line. The overrides were computed with @capsizecss/core `createFontStack` from
 * @capsizecss/metrics (Fraunces 600 on Georgia, Figtree on Arial).
 */
const face = (family: string, weights: string, url: string, letters: string) => `
  @font-face {
    font-family: '${family}';
    font-display: swap;
    font-weight: ${weights};
    src: url(${url}) format('woff2');
    unicode-range: ${letters};
  }`;
const HEADLINE = `${weight.headline}`;
const TEXT = `${weight.text} ${weight.strong}`;

export const fontFaces = `
  ${face('Fraunces Variable', HEADLINE, wholeFrauncesUrl, LATIN)}
  ${face('Fraunces Variable', HEADLINE, frauncesUrl, CUT)}
  ${face('Figtree Variable', TEXT, wholeFigtreeUrl, LATIN)}
  ${face('Figtree Variable', TEXT, figtreeUrl, CUT)}
  @font-face {
    font-family: 'Fraunces Fallback';
    src: local('Georgia');
    ascent-override: 89.9883%;
    descent-override: 23.4632%;
    size-adjust: 108.6808%;
  }
  @font-face {
    font-family: 'Figtree Fallback';
    src: local('Arial'), local('ArialMT');
    ascent-override: 94.3231%;
    descent-override: 24.8219%;
    line-gap-override: 0%;
    size-adjust: 100.7176%;
  }
`;
