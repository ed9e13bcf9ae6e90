import type { Page } from '@playwright/test';

/**
 * Returns what does not fit into the window, in words; empty if all is well: sideways scrolling, words that are cut off,
 * words that are broken though they fit into a line, controls beyond the window's edges, and controls that lie on each
 * other. What scrolls by itself (a strip of pictures),
 * and what is cut with an ellipsis, fits. If a dialog or a menu is open, only that is looked at.
 */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const layer = [...document.querySelectorAll('[role=dialog], [role=menu]')].at(-1) ?? document.body;
    const around = (element: Element | null): Element[] => (element ? [element, ...around(element.parentElement)] : []);
    const style = (element: Element) => getComputedStyle(element);
    const isSeen = (element: Element) => {
      const { width, height, bottom, right } = element.getBoundingClientRect();
      const visible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      // Texts for screen readers are a pixel large; the skip link is clipped away.
      const isOut = bottom <= 0 || right <= 0 || style(element).clipPath !== 'none';
      return visible && width > 1 && height > 1 && !isOut && !element.closest('[inert]');
    };
    const isStrip = (element: Element) =>
      /auto|scroll/.test(style(element).overflowX) && element.scrollWidth > element.clientWidth && element !== root;
    /** What cuts off an element that reaches beyond it, from the inside out. */
    const cutters = (element: Element) =>
      around(element.parentElement).filter((one) => style(one).overflowX !== 'visible' && one !== document.body);
    const quoted = (text: string | null) => `“${(text ?? '').trim().slice(0, 40)}”`;
    const nameOf = (element: Element) => quoted(element.getAttribute('aria-label') || element.textContent);
    const found: string[] = [];
    if (root.scrollWidth > window.innerWidth) found.push(`the page is ${root.scrollWidth} px wide`);

    const texts = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !node.textContent?.trim() || !isSeen(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      const block = around(parent).find((one) => !/inline$|contents/.test(style(one).display)) ?? root;
      for (const { 0: word, index } of node.textContent.matchAll(/[\p{L}\p{N}]+/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const parts = [...range.getClientRects()];
        const width = parts.reduce((sum, part) => sum + part.width, 0);
        const isBroken = new Set(parts.map(({ top }) => Math.round(top))).size > 1;
        if (isBroken && width <= block.clientWidth) found.push(`“${word}” is broken`);
      }
      // A label that does not fit beside the slider's handle goes on purpose.
      if (parent.closest('[data-side]') || style(parent).webkitLineClamp !== 'none') continue;
      const cutter = [parent, ...cutters(parent)].find((one) => style(one).overflowX !== 'visible') ?? root;
      if (around(parent).some(isStrip) || style(cutter).textOverflow === 'ellipsis') continue;
      const { left, right, bottom } =
        cutter === root ? new DOMRect(0, 0, window.innerWidth) : cutter.getBoundingClientRect();
      if (text.left < left - 1 || text.right > right + 1) found.push(`${quoted(node.textContent)} is cut off`);
      const cutsBelow = cutter !== root && /hidden|clip/.test(style(cutter).overflowY);
      if (cutsBelow && text.bottom > bottom + 1) found.push(`${quoted(node.textContent)} is cut off below`);
    }

    const controls = [
      ...layer.querySelectorAll('button, a[href], input, textarea, [role=tab], [role=menuitem], summary'),
    ]
      .filter(isSeen)
      .map((element) => ({ element, box: element.getBoundingClientRect(), parents: around(element) }));
    for (const { element, box, parents } of controls) {
      if (parents.some(isStrip)) continue;
      if (box.left < -1 || box.right > window.innerWidth + 1) found.push(`${nameOf(element)} leaves the window`);
    }
    // Bars that stay while the page scrolls lie above it.
    const floats = (parents: Element[]) => parents.find((one) => /sticky|fixed/.test(style(one).position));
    controls.forEach(({ element, box, parents }, index) => {
      for (const other of controls.slice(index + 1)) {
        if (parents.includes(other.element) || other.parents.includes(element)) continue;
        if (floats(parents) !== floats(other.parents)) continue;
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (width > 2 && height > 2) found.push(`${nameOf(element)} lies on ${nameOf(other.element)}`);
      }
    });
    return found;
  });
}
