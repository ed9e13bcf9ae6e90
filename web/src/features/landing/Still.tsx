import { LazyPart } from '../../ui/LazyPart';

/** The sections as the build draws them (prerender.tsx), or as they stand in the page before React draws anything. */
export const still = { html: globalThis.document?.querySelector('[data-still]')?.innerHTML };

const load = () => import('./StillSections');

/**
 * The sections that nothing changes. Every page has their markup already, whoever it is shown to, so that their words
 * are in no script. During development the build has drawn no page, and they come as code.
 * Why: docs/decisions/2026-11-25-what-only-reads-is-in-no-script.md
 */
export function Still() {
  const { html } = still;
  if (html === undefined) return <LazyPart load={load} props={{}} onLost={() => undefined} />;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what the build wrote
  return <div data-still="" dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />;
}
