const HOST_ID = 'toasts';

/**
 * The element toasts live in, beside the page and beside any dialog. A modal dialog hides its siblings from screen
 * readers and pulls the focus back into itself; a message raised while it is open must be heard, and F8 must reach it.
 * Answers the element to render into and a function that lets go of it.
 */
export function openToastHost(): { host: HTMLElement; close: () => void } {
  const outer = document.createElement('div');
  const host = document.createElement('div');
  outer.id = HOST_ID;
  outer.append(host);
  document.body.append(outer);

  const keepAudible = new MutationObserver(() => outer.removeAttribute('aria-hidden'));
  keepAudible.observe(outer, { attributes: true, attributeFilter: ['aria-hidden'] });
  // React hears it first, on `host`; the dialog's focus trap listens on the document.
  outer.addEventListener('focusin', (event) => event.stopPropagation());

  return {
    host,
    close: () => {
      keepAudible.disconnect();
      outer.remove();
    },
  };
}
