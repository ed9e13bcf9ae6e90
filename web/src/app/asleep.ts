import { hasFiles } from './offeredFiles';

/** The page with React, as main.tsx exports it. */
interface AwakePage {
  /** @param pressed carried out when the page is drawn */
  start(pressed: HTMLElement | undefined): void;
  addDrafts(files: File[]): void;
  closeDialog(): void;
}

/** What a visitor did while the page slept, to be carried out when it is awake: the last thing, and all files. */
export interface Held {
  button?: HTMLElement | undefined;
  /** The click on the button. */
  click?: MouseEvent | undefined;
  files?: File[] | undefined;
}

interface AsleepDeps {
  /** Fetches the code of the page, and runs none of it. Called once. */
  fetch(): void;
  /** Runs the code. */
  load(): Promise<AwakePage>;
  /**
   * Shows the dialog that something held will open, unless it is held no longer. Resolves when that is on the screen.
   *
   * @param onClose to be called when the visitor closes the dialog
   */
  openEarly(held: Held, isHeld: () => boolean, onClose: () => void): Promise<void>;
  /** Called right before the page starts. */
  onWake(): void;
  /** Called when the code cannot be downloaded. What was held is let go; the next wish tries again. */
  onLost(held: Held): Promise<void>;
}

/** A button is what needs React. Sliders, links and the disclosure answer by themselves. */
const buttonAt = ({ target }: Event): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('#root button') : null;

/** A key that the compare slider takes is no wish for more. */
const isKey = ({ type, defaultPrevented }: Event) => type === 'keydown' && !defaultPrevented;

/**
 * Lets the prerendered page sleep until somebody presses a button or offers a photo. When that is near (a pointer comes
 * over a button, a key is pressed, a button gets the focus, a file is dragged over the page) the code is fetched.
 *
 * A press is held, shows on its button at once (`data-held`, GlobalStyles.tsx), and is carried out once as soon as React
 * has taken over the markup (buttonPlace.ts). React itself finishes hydrating what a click hits first. Before that, the dialog that the press opens is shown as it was prerendered: running React's code takes longer.
 */
export function sleepUntilWanted({ fetch, load, openEarly, onWake, onLost }: AsleepDeps) {
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

  let fetchOnce = () => {
    fetchOnce = () => undefined;
    fetch();
  };

  const wake = async () => {
    if (isWaking) return;
    isWaking = true;
    fetchOnce();
    try {
      page = await load();
    } catch (error) {
      console.error(error);
      isWaking = false;
      onLost(letGo()).catch(console.error);
      return;
    }
    // In one turn, so that no press falls between the two: either it is held or React hears it.
    asleep.abort();
    onWake();
    const { button, files } = letGo();
    page.start(button);
    if (files) page.addDrafts(files);
  };

  const hold = async (next: Held) => {
    const { files } = letGo();
    if (files) next.files = files.concat(next.files ?? []);
    held = next;
    if (next.button) next.button.dataset.held = '';
    fetchOnce();
    const close = () => (page ? page.closeDialog() : letGo());
    await openEarly(next, () => held === next, close).catch(console.error);
    await wake();
  };

  const onWish = (event: Event) => {
    if (buttonAt(event) || isKey(event) || hasFiles(event)) fetchOnce();
  };
  const onClick = (click: MouseEvent) => {
    // The disclosure stays open (doubleClicks.ts, which follows with the first dialog).
    if (click.detail > 1) click.preventDefault();
    const button = buttonAt(click);
    if (!button) return;
    click.stopImmediatePropagation();
    void hold({ button, click });
  };

  const { signal } = asleep;
  for (const type of ['pointerover', 'focusin', 'keydown', 'dragenter'])
    window.addEventListener(type, onWish, { signal });
  window.addEventListener('click', onClick, { signal, capture: true });

  return {
    /** Aborts when the page is awake. */
    asleep: signal,
    wake,
    /** Takes photos that are dropped, pasted or chosen, asleep or awake. */
    addDrafts: (files: File[]) => void (page ? page.addDrafts(files) : hold({ files })),
  };
}
