import figtreeUrl from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';
import frauncesUrl from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2';

/** Preloaded by the prerender: both are used above the fold. */
export const fontUrls = [frauncesUrl, figtreeUrl];

export const headlineFamily = "'Fraunces Variable', 'Fraunces Fallback', Georgia, 'Times New Roman', serif";
export const textFamily = "'Figtree Variable', 'Figtree Fallback', system-ui, -apple-system, Arial, sans-serif";

const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';

/**
 * Only the latin subset, and for each face a local fallback with the same metrics, so that the swap moves no line.
 * The overrides were computed with @capsizecss/core `createFontStack` from @capsizecss/metrics
 * (Fraunces 600 on Georgia, Figtree on Arial).
 */
export const fontFaces = `
  @font-face {
    font-family: 'Fraunces Variable';
    font-display: swap;
    font-weight: 100 900;
    src: url(${frauncesUrl}) format('woff2');
    unicode-range: ${LATIN};
  }
  @font-face {
    font-family: 'Figtree Variable';
    font-display: swap;
    font-weight: 300 900;
    src: url(${figtreeUrl}) format('woff2');
    unicode-range: ${LATIN};
  }
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
