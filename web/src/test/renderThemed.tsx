import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { configure, type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Domain } from '../domain/domain';
import { DomainContext } from '../domain/useDomain';
import { theme } from '../theme/theme';
import { fakeDomain } from './fakeDomain';

// On a busy machine what is downloaded late takes longer than the library's second.
configure({ asyncUtilTimeout: 15_000 });

/** The CSS rules of what was rendered. In the document, jsdom would read all of them for each look at an element. */
export const rules: string[] = [];
const cache = createCache({ key: 'css' });
cache.sheet.insert = (rule) => void rules.push(rule);

/** Renders a component as the page would, under the one theme; `domain` says what is behind it. */
export function renderThemed(node: ReactNode, domain: Domain = fakeDomain().domain): RenderResult {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <DomainContext value={domain}>
      <CacheProvider value={cache}>
        <ThemeProvider theme={theme}>{children}</ThemeProvider>
      </CacheProvider>
    </DomainContext>
  );
  return render(node, { wrapper });
}
