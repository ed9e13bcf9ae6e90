import { LazyPart } from '../../ui/LazyPart';

const code = {
  sections: () => import('./StillSections'),
  credits: () => import('./PictureCredits'),
};
export type StillPart = keyof typeof code;

const standing = (part: StillPart) => globalThis.document?.querySelector(`[data-still=${part}]`)?.innerHTML;

/** The parts as the build draws them (prerender.tsx), or as they stand in the page before React draws anything. */
export const still = { sections: standing('sections'), credits: standing('credits') };

/**
 * A part of the page that nothing changes. Every page has its markup already, whoever it is shown to, so that its words
 * are in no script. During development the build has drawn no page, and it comes as code.
 * Why: docs/decisions/2026-11-25-what-only-reads-is-in-no-script.md
 */
export function Still({ part }: { part: StillPart }) {
  const html = still[part];
  if (html === undefined) return <LazyPart load={code[part]} props={{}} onLost={() => undefined} />;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what the build wrote
  return <div data-still={part} dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />;
}
