import { ThemeProvider } from '@mui/material/styles';
import { type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { theme } from '../theme/theme';

/** Renders a component as the page would, under the one theme. */
export function renderThemed(node: ReactNode): RenderResult {
  return render(<ThemeProvider theme={theme}>{node}</ThemeProvider>);
}
