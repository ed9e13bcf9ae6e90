import type { Theme } from '@mui/material/styles';
import { dark } from './tokens';

/** The name of the CSS variable in `var(--name)`. */
const nameIn = (variable: string) => /--[\w-]+/.exec(variable)?.[0] ?? '';

/** Gives a part of the page the dark colours, whatever the scheme: photographs are looked at in the dark. */
export function darkroom({ vars: { palette } }: Theme): Record<string, string> {
  return {
    colorScheme: 'dark',
    color: dark.ink,
    backgroundColor: dark.sunken,
    [nameIn(palette.text.primary)]: dark.ink,
    [nameIn(palette.text.secondary)]: dark.inkQuiet,
    [nameIn(palette.primary.main)]: dark.accent,
    [nameIn(palette.primary.contrastText)]: dark.onAccent,
    [nameIn(palette.divider)]: dark.line,
    [nameIn(palette.own.sunken)]: dark.sunken,
    [nameIn(palette.own.edge)]: dark.edge,
    [nameIn(palette.own.accentWash)]: dark.accentWash,
  };
}
