import { createTheme, shouldSkipGeneratingVar } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import { controls } from './controls';
import { headlineFamily, textFamily } from './fonts/fonts';
import {
  dark,
  light,
  MEDIUM_PX,
  motion,
  overPhoto,
  PAGE_PX,
  radius,
  type Scheme,
  SPACE_PX,
  type,
  WIDE_PX,
  weight,
} from './tokens';

declare module '@mui/material/styles' {
  interface Palette {
    /** The part of the palette that Material Design has no word for. */
    own: OwnPalette;
  }
  interface PaletteOptions {
    own: OwnPalette;
  }
}

export interface OwnPalette {
  sunken: string;
  edge: string;
  accentWash: string;
  /** A print lying on the page. */
  shadowLow: string;
  /** Something held above the page: dialogs, toasts, the hero's print. */
  shadowHigh: string;
  veil: string;
  veilSoft: string;
  veilDeep: string;
  light: string;
  lightSoft: string;
  onPhoto: string;
  handle: string;
  handleInk: string;
}

function palette(mode: 'light' | 'dark', scheme: Scheme) {
  return {
    mode,
    background: { default: scheme.paper, paper: scheme.surface },
    text: { primary: scheme.ink, secondary: scheme.inkQuiet },
    divider: scheme.line,
    primary: {
      main: scheme.accent,
      dark: scheme.accentStrong,
      light: scheme.accent,
      contrastText: scheme.onAccent,
    },
    success: { main: scheme.success },
    error: { main: scheme.error, contrastText: scheme.onError },
    own: {
      sunken: scheme.sunken,
      edge: scheme.edge,
      accentWash: scheme.accentWash,
      shadowLow: `0 1px 2px rgb(${scheme.shadow} / 0.12), 0 6px 18px rgb(${scheme.shadow} / 0.1)`,
      shadowHigh: `0 2px 6px rgb(${scheme.shadow} / 0.16), 0 24px 60px rgb(${scheme.shadow} / 0.24)`,
      veil: overPhoto.veil,
      veilSoft: overPhoto.veilSoft,
      veilDeep: overPhoto.veilDeep,
      light: overPhoto.light,
      lightSoft: overPhoto.lightSoft,
      onPhoto: overPhoto.ink,
      handle: overPhoto.handle,
      handleInk: overPhoto.handleInk,
    },
  };
}

const headline = { fontFamily: headlineFamily, fontWeight: weight.headline, letterSpacing: '-0.015em' };

/**
 * MUI writes CSS variables for all of its components, 9 kB that every page would carry in its head. These are for
 * components that this product does not have; one that is used all the same fails at once, because its colours are
 * undefined: take it off the list then.
 */
const UNUSED = [
  ...['Alert', 'AppBar', 'Avatar', 'FilledInput', 'Slider', 'SnackbarContent', 'SpeedDialAction', 'SpeedDialIcon'],
  ...['StepConnector', 'StepContent', 'Switch', 'TableCell', 'Tooltip'],
];
/** Of 24 heights above the page: cards, menus and dialogs, as MUI asks for them. */
const ELEVATIONS = ['0', '1', '8', '24'];

function skipsVariable(keys: string[]): boolean {
  const [group = '', part = ''] = keys;
  if (group === 'palette' && UNUSED.includes(part)) return true;
  if (['shadows', 'overlays'].includes(group) && !ELEVATIONS.includes(part)) return true;
  return shouldSkipGeneratingVar(keys);
}

/** The one theme. A media query alone chooses the colour scheme, so the prerendered page needs no script for it. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'media', shouldSkipGeneratingVar: skipsVariable },
  colorSchemes: { light: { palette: palette('light', light) }, dark: { palette: palette('dark', dark) } },
  spacing: SPACE_PX,
  shape: { borderRadius: radius.medium },
  breakpoints: { values: { xs: 0, sm: MEDIUM_PX, md: WIDE_PX, lg: PAGE_PX, xl: PAGE_PX } },
  transitions: { duration: { shortest: motion.quickMs, short: motion.calmMs, standard: motion.calmMs } },
  typography: {
    fontFamily: textFamily,
    fontWeightMedium: weight.strong,
    fontWeightBold: weight.strong,
    h1: { ...headline, fontSize: type.display, lineHeight: 1.06, letterSpacing: '-0.025em', textWrap: 'balance' },
    h2: { ...headline, fontSize: type.h2, lineHeight: 1.14, textWrap: 'balance' },
    h3: { ...headline, fontSize: type.h3, lineHeight: 1.25 },
    h6: { ...headline, fontSize: type.h3, lineHeight: 1.25 },
    subtitle1: { fontSize: type.lead, lineHeight: 1.55 },
    body1: { fontSize: type.body, lineHeight: 1.6 },
    body2: { fontSize: type.small, lineHeight: 1.55 },
    caption: { fontSize: type.tiny, lineHeight: 1.45 },
    button: { fontSize: type.body, fontWeight: weight.strong, textTransform: 'none', letterSpacing: 0 },
  },
  components: controls,
});
