/** The page with React, as main.tsx exports it. */
interface AwakePage {
  start(): void;
  offerPhoto(file: File): void;
}

/** What a visitor did while the page slept, to be carried out when it is awake. The last thing counts. */
export interface Held {
  button?: HTMLElement | undefined;
  file?: File | undefined;
}

interface AsleepDeps {
  /** @param isPressed whether somebody waits for the page to answer */
  load(isPressed: boolean): Promise<AwakePage>;
  /** Called right before the page starts. */
  onWake(): void;
  /** Called when the code cannot be downloaded. What was held is let go; the next wish tries again. */
  onLost(held: Held): Promise<void>;
}

/** A button is what needs React. Sliders, links and the disclosure answer by themselves. */
const buttonAt = ({ target }: Event): HTMLElement | null =>
  target instanceof Element ? target.closest('button') : null;

const hasFiles = (event: Event) => (event as DragEvent).dataTransfer?.types.includes('Files');
/** A key that the compare slider takes is no wish for more. */
const isKey = ({ type, defaultPrevented }: Event) => type === 'keydown' && !defaultPrevented;

/**
 * Lets the prerendered page sleep until somebody wants something of it: a pointer comes over a button, a key is pressed,
 * a button gets the focus, a file is dragged over the page. Then it downloads and starts React.
 *
 * A press meanwhile is held, shows on its button at once (`data-held`, GlobalStyles.tsx), and is carried out once on the
 * same button as soon as React has taken over the markup. React itself finishes hydrating what a click hits first.
 */
export function sleepUntilWanted({ load, onWake, onLost }: AsleepDeps) {
  const asleep = new AbortController();
  let held: Held = {};
  let isWaking = false;
  let page: AwakePage | undefined;

  const letGo = (): Held => {
    const was = held;
    held = {};
    if (was.button) delete was.button.dataset.held;
    return was;
  };

  const wake = async () => {
    if (isWaking) return;
    isWaking = true;
    try {
      page = await load(Boolean(held.button));
    } catch (error) {
      console.error('The page could not be woken', error);
      isWaking = false;
      onLost(letGo()).catch(console.error);
      return;
    }
    // In one turn, so that no press falls between the two: either it is held or React hears it.
    asleep.abort();
    onWake();
    page.start();
    const { button, file } = letGo();
    button?.click();
    if (file) page.offerPhoto(file);
  };

  const hold = (next: Held) => {
    letGo();
    held = next;
    if (next.button) next.button.dataset.held = '';
    void wake();
  };

  const onWish = (event: Event) => {
    if (buttonAt(event) || isKey(event) || hasFiles(event)) void wake();
  };
  const onClick = (event: Event) => {
    const button = buttonAt(event);
    if (!button) return;
    event.stopImmediatePropagation();
    hold({ button });
  };

  const { signal } = asleep;
  for (const type of ['pointerover', 'focusin', 'keydown', 'dragenter'])
    window.addEventListener(type, onWish, { signal });
  window.addEventListener('click', onClick, { signal, capture: true });

  return {
    /** Aborts when the page is awake. */
    asleep: signal,
    wake: () => void wake(),
    /** Takes a photo that is dropped or pasted, asleep or awake. */
    offerPhoto: (file: File) => (page ? page.offerPhoto(file) : hold({ file })),
  };
}
