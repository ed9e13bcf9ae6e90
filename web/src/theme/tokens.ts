/**
 * Every colour, size and duration of the page. Nothing outside this folder writes one. Colours are checked against
 * WCAG 2.2 AA in tokens.test.ts.
 */
export interface Scheme {
  paper: string;
  surface: string;
  sunken: string;
  line: string;
  /** Edges of controls: at least 3:1 against paper and surface (WCAG 1.4.11). */
  edge: string;
  ink: string;
  inkQuiet: string;
  accent: string;
  accentStrong: string;
  onAccent: string;
  accentWash: string;
  success: string;
  error: string;
  onError: string;
  shadow: string;
}

export const light: Scheme = {
  paper: '#faf6ef',
  surface: '#fffdf9',
  sunken: '#f2eadd',
  line: '#e3d8c7',
  edge: '#8c7d6b',
  ink: '#261d15',
  inkQuiet: '#65574a',
  accent: '#9a431f',
  accentStrong: '#7c3416',
  onAccent: '#fffaf4',
  accentWash: '#f7e4d6',
  success: '#3a6a3c',
  error: '#a5261c',
  onError: '#fff7f5',
  shadow: '67 42 20',
};

export const dark: Scheme = {
  paper: '#17120e',
  surface: '#211a15',
  sunken: '#120e0b',
  line: '#3a3028',
  edge: '#8d7d6d',
  ink: '#f5ecdf',
  inkQuiet: '#c0b2a1',
  accent: '#efa77c',
  accentStrong: '#f7bf9c',
  onAccent: '#2a1408',
  accentWash: '#3a2519',
  success: '#9fce9d',
  error: '#f4a59b',
  onError: '#380c07',
  shadow: '0 0 0',
};

/** Colours over photographs, the same in both schemes: a photograph does not change with the scheme. */
export const overPhoto = {
  veil: 'rgb(20 14 9 / 0.62)',
  veilSoft: 'rgb(20 14 9 / 0.45)',
  /** For more than a line of small text. */
  veilDeep: 'rgb(20 14 9 / 0.72)',
  ink: '#fffaf2',
  /** The light under which a photo develops. */
  light: 'rgb(255 248 228 / 0.95)',
  lightSoft: 'rgb(255 236 196 / 0.5)',
  handle: '#fffdf9',
  handleInk: '#3a2a1d',
} as const;

/** Type scale in rem; headlines grow with the viewport between their two ends. */
export const type = {
  display: 'clamp(2.375rem, 1.45rem + 4.1vw, 4.25rem)',
  h2: 'clamp(1.8125rem, 1.45rem + 1.6vw, 2.75rem)',
  h3: '1.375rem',
  lead: 'clamp(1.0625rem, 1rem + 0.3vw, 1.25rem)',
  body: '1.0625rem',
  small: '0.9375rem',
  tiny: '0.8125rem',
} as const;

export const weight = { text: 400, strong: 600, headline: 560 } as const;

/** One step of spacing, px; `theme.spacing(n)` multiplies it. */
export const SPACE_PX = 8;
/** Air above and below a section of the page. */
export const sectionAir = 'clamp(3.5rem, 2.25rem + 5vw, 7rem)';

/** Smallest side of anything one can press, px (design.md; WCAG 2.5.8 asks for 24). */
export const TARGET_PX = 44;
export const HEADER_PX = 68;
/** Phones of 320 px. By px and not by em: where text is larger something else must give way. */
export const NARROWEST = '@media (max-width: 352px)';
/** Between a dialog and the edges of a phone. */
export const DIALOG_EDGE_PX = 12;
export const ICON_PX = 24;
/** The compare slider's handle. */
export const HANDLE_PX = 48;
export const HAIRLINE = '1px';
export const RULE = '2px';
export const FOCUS_RING = '3px';

/** Widest the page's content grows, px, and the widest a line of text may be. */
export const PAGE_PX = 1200;
export const NARROW_PX = 760;
/** The page's width where the window allows it: wider while the page shows a gallery (GlobalStyles.tsx). */
export const pageWidth = `var(--page, ${PAGE_PX}px)`;
export const measure = '38rem';
/** A toast: a card in the corner of a wide page, nearly the width of a phone. */
export const toastWidth = 'min(25rem, calc(100vw - 2rem))';
/** Between a toast and the window's edge. */
export const TOAST_EDGE_PX = 16;

export const radius = { small: 6, medium: 12, large: 20, pill: 999 } as const;

/** From here on, columns stand side by side, px. */
export const WIDE_PX = 900;
export const MEDIUM_PX = 640;
/** From here on a gallery uses the whole window, up to `GALLERY_PX`. */
export const WIDEST_PX = 1600;
export const GALLERY_PX = 1840;

export const motion = {
  quickMs: 140,
  calmMs: 260,
  arriveMs: 480,
  /** The compare slider's first hint. */
  hintMs: 2400,
  hintDelayMs: 900,
  /** Once over the whole picture, when it arrives. */
  sweepMs: 3200,
  /** From one report of a restore's progress to the next. */
  developMs: 1200,
  ease: 'cubic-bezier(0.22, 0.8, 0.3, 1)',
} as const;

/** Where the user's own colours replace the page's: backgrounds go, and borders are what is seen. */
export const FORCED_COLORS = '@media (forced-colors: active)';

/** Stacking, low to high. Dialogs use MUI's 1300. */
export const layer = { handle: 1, header: 10, toast: 1600 } as const;
