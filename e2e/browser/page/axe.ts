import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * What breaks a rule of axe-core on the page, each as `rule: the elements' HTML`.
 *
 * Other modes open a blank page in every run, to join the results of frames, and the product has no frames; they and
 * the elements that pass take four fifths of the time.
 *
 * @param within a CSS selector of the only part that counts
 */
export async function axeFindings(page: Page, within?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
