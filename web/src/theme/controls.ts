import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';
import { DIALOG_EDGE_PX, HAIRLINE, radius, SPACE_PX, TARGET_PX, type, weight } from './tokens';

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
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
};
