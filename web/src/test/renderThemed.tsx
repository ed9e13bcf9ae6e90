import { ThemeProvider } from '@mui/material/styles';
import { type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Domain } from '../domain/domain';
import { DomainContext } from '../domain/useDomain';
import { theme } from '../theme/theme';
import { fakeDomain } from './fakeDomain';

/** Renders a component as the page would, under the one theme; `domain` says what is behind it. */
export function renderThemed(node: ReactNode, domain: Domain = fakeDomain().domain): RenderResult {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <DomainContext value={domain}>
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    </DomainContext>
  );
  return render(node, { wrapper });
}
