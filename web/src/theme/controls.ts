import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';
import { DIALOG_EDGE_PX, FORCED_COLORS, HAIRLINE, RULE, radius, SPACE_PX, TARGET_PX, type, weight } from './tokens';

/** What comes first, and what is chosen, where the user's own colours replace the page's. */
export const forcedFill = {
  forcedColorAdjust: 'none',
  color: 'HighlightText',
  backgroundColor: 'Highlight',
  borderColor: 'Highlight',
} as const;

/** How MUI's own controls look here: pressed by thumbs (44 px), flat, without the ripple and its script. */
export const controls: Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme> = {
  MuiButtonBase: { defaultProps: { disableRipple: true, disableTouchRipple: true } },
  // MUI renders them as headings, which would break the page's outline.
  MuiTypography: { defaultProps: { variantMapping: { subtitle1: 'p', subtitle2: 'p' } } },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: {
        minHeight: TARGET_PX,
        borderRadius: radius.pill,
        paddingInline: SPACE_PX * 2.5,
        lineHeight: 1.25,
        [FORCED_COLORS]: { '&&': { border: `${HAIRLINE} solid` } },
      },
      contained: {
        [FORCED_COLORS]: { '&&&:not(:disabled)': forcedFill, '&&&:disabled': { color: 'GrayText' } },
      },
      sizeLarge: { minHeight: TARGET_PX + SPACE_PX, paddingInline: SPACE_PX * 3.5, fontSize: type.body },
      outlined: ({ theme }) => ({ borderColor: theme.vars.palette.own.edge, borderWidth: HAIRLINE }),
    },
  },
  MuiIconButton: { styleOverrides: { root: { minWidth: TARGET_PX, minHeight: TARGET_PX } } },
  // As high as its tabs, so that the line below the chosen one does not move when script places it (early.ts).
  MuiTabs: { styleOverrides: { root: { minHeight: TARGET_PX } } },
  MuiTab: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: {
        // Tabs share the width, but none is narrower than its word.
        minWidth: 'min-content',
        minHeight: TARGET_PX,
        paddingInline: SPACE_PX,
        fontWeight: weight.strong,
        whiteSpace: 'nowrap',
        [FORCED_COLORS]: { '&&.Mui-selected': forcedFill },
      },
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: { minHeight: TARGET_PX + SPACE_PX, borderRadius: radius.medium },
      notchedOutline: ({ theme }) => ({ borderColor: theme.vars.palette.own.edge }),
    },
  },
  MuiDialog: {
    styleOverrides: {
      paper: ({ theme }) => ({
        borderRadius: radius.large,
        backgroundImage: 'none',
        boxShadow: theme.vars.palette.own.shadowHigh,
        // Phones need the full width. Doubled, because MUI's own width rules are more specific than one class.
        [theme.breakpoints.down('sm')]: {
          '&&': { margin: DIALOG_EDGE_PX, maxWidth: `calc(100% - ${2 * DIALOG_EDGE_PX}px)` },
          '&&.MuiDialog-paperFullWidth': { width: `calc(100% - ${2 * DIALOG_EDGE_PX}px)` },
        },
      }),
      paperFullScreen: { [FORCED_COLORS]: { '&&': { border: 0 } } },
    },
  },
  MuiDialogTitle: {
    styleOverrides: {
      root: ({ theme }) => ({ [theme.breakpoints.down('sm')]: { paddingInline: SPACE_PX * 2 } }),
    },
  },
  MuiDialogContent: {
    styleOverrides: {
      root: ({ theme }) => ({
        [theme.breakpoints.down('sm')]: { paddingInline: SPACE_PX * 2, paddingBottom: SPACE_PX * 2 },
      }),
    },
  },
  // What floats above the page has a shadow, which is gone among the user's own colours.
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none', [FORCED_COLORS]: { border: `${RULE} solid` } } } },
  MuiLinearProgress: {
    styleOverrides: {
      root: { [FORCED_COLORS]: { border: `${HAIRLINE} solid` } },
      bar: { [FORCED_COLORS]: forcedFill },
    },
  },
};
