export const HOST_ID = 'toasts';

/**
 * Makes the element that holds the toasts, beside the page and any dialog. A modal dialog hides its siblings from
 * screen readers and traps the focus; a toast raised meanwhile must still be heard, and F8 must reach it. Returns the
 * element to render into and a function that removes it.
 */
export function openToastHost(): { host: HTMLElement; close: () => void } {
  const outer = document.createElement('div');
  const host = document.createElement('div');
  outer.id = HOST_ID;
  outer.append(host);
  document.body.append(outer);

  const keepAudible = new MutationObserver(() => outer.removeAttribute('aria-hidden'));
  keepAudible.observe(outer, { attributes: true, attributeFilter: ['aria-hidden'] });
  // Keeps the event from the dialog's focus trap on the document. React listens on `host`, below.
  outer.addEventListener('focusin', (event) => event.stopPropagation());

  return {
    host,
    close: () => {
      keepAudible.disconnect();
      outer.remove();
    },
  };
}
