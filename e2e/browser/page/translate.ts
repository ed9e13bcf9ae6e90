import type { Page } from '@playwright/test';

/** What a translator does with a text that it translates: Chrome takes it out of the page, others keep it inside of theirs. */
export type Translator = 'takes out' | 'wraps';

/**
 * Translates the page as a browser's translator does, now and whenever it changes: what is written stands in two `font`
 * elements in place of React's text, which React still holds. A translated text is marked with ‹ ›.
 */
export const translate = (page: Page, translator: Translator = 'takes out'): Promise<void> =>
  page.evaluate((way) => {
    const KEPT = 'font, script, style, noscript, svg, textarea, [translate=no]';
    const marked = (text: string | null) => `‹${text}›`;
    const wordsOf = (node: Node): Text[] => {
      const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      for (let at: Node | null = texts.currentNode; at; at = texts.nextNode())
        if (at instanceof Text && at.data.trim() && !at.parentElement?.closest(KEPT)) found.push(at);
      return found;
    };
    const write = (text: Text) => {
      if (!text.isConnected) return;
      const font = document.createElement('font');
      const inner = font.appendChild(document.createElement('font'));
      if (way === 'wraps') {
        text.before(font);
        inner.append(text);
        text.data = marked(text.data);
      } else {
        inner.append(marked(text.data));
        text.replaceWith(font);
      }
    };
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        for (const node of addedNodes) wordsOf(node).forEach(write);
        if (target instanceof Text && target.parentElement?.closest('font') && !target.data.startsWith('‹'))
          target.data = marked(target.data);
      }
    }).observe(document.documentElement, { childList: true, characterData: true, subtree: true });
    wordsOf(document.body).forEach(write);
  }, translator);
