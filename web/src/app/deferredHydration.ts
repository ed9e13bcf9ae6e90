import { hasFiles } from './offeredFiles';

/** The page with React, as main.tsx exports it. */
interface HydratedPage {
  /** @param pressed carried out when the page is drawn */
  start(pressed: HTMLElement | undefined): void;
  addDrafts(files: File[]): void;
  closeDialog(): void;
}

/** What a visitor did before React took over, to be carried out by it: the last press, and all files. */
export interface QueuedInput {
  button?: HTMLElement | undefined;
  /** The click on the button. */
  click?: MouseEvent | undefined;
  files?: File[] | undefined;
}

interface DeferredHydrationDeps {
  /** Fetches the code of the page, and runs none of it. Called once. */
  fetch(): void;
  /** Runs the code. */
  load(): Promise<HydratedPage>;
  /**
   * Shows the dialog that queued input will open, unless it is queued no longer. Resolves when that is on the screen.
   *
   * @param onClose to be called when the visitor closes the dialog
   */
  openEarly(queued: QueuedInput, isQueued: () => boolean, onClose: () => void): Promise<void>;
  /** Called when the code cannot be downloaded. What was queued is dropped; the next wish tries again. */
  onLost(queued: QueuedInput): Promise<void>;
}

/** A button is what needs React. Sliders, links and the disclosure answer by themselves. */
const buttonAt = ({ target }: Event): HTMLElement | null | undefined =>
  (target as Element).closest?.<HTMLElement>('#root button');

/** A key that the compare slider takes is no wish for more. */
const isKey = ({ type, defaultPrevented }: Event) => type === 'keydown' && !defaultPrevented;

/**
 * Defers the hydration of the prerendered page until somebody presses a button or offers a photo. When that is near (a
 * pointer comes over a button, a key is pressed, a button gets the focus, a file is dragged over the page) the code is
 * fetched.
 *
 * A press is queued, shows on its button at once (`data-queued`, GlobalStyles.tsx), and is carried out once as soon as
 * React has taken over the markup (buttonPlace.ts). React itself finishes hydrating what a click hits first. Before
 * that, the dialog that the press opens is shown as it was prerendered: running React's code takes longer.
 */
export function deferHydration({ fetch, load, openEarly, onLost }: DeferredHydrationDeps) {
  const untilHydrated = new AbortController();
  let queued: QueuedInput = {};
  let isHydrating = false;
  let page: HydratedPage | undefined;

  const takeQueued = (): QueuedInput => {
    const was = queued;
    queued = {};
    if (was.button) delete was.button.dataset.queued;
    return was;
  };

  let fetchOnce = () => {
    fetchOnce = () => {};
    fetch();
  };

  const hydrate = async () => {
    if (isHydrating) return;
    isHydrating = true;
    fetchOnce();
    try {
      page = await load();
    } catch (error) {
      console.error(error);
      isHydrating = false;
      onLost(takeQueued()).catch(console.error);
      return;
    }
    // In one turn, so that no press falls between the two: either it is queued or React hears it.
    untilHydrated.abort();
    const { button, files } = takeQueued();
    page.start(button);
    if (files) page.addDrafts(files);
  };

  const enqueue = async (next: QueuedInput) => {
    const { files } = takeQueued();
    if (files) next.files = files.concat(next.files ?? []);
    queued = next;
    if (next.button) next.button.dataset.queued = '';
    fetchOnce();
    const close = () => (page ? page.closeDialog() : takeQueued());
    await openEarly(next, () => queued === next, close).catch(console.error);
    await hydrate();
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
    void enqueue({ button, click });
  };

  const { signal } = untilHydrated;
  for (const type of ['pointerover', 'focusin', 'keydown', 'dragenter']) addEventListener(type, onWish, { signal });
  addEventListener('click', onClick, { signal, capture: true });

  return {
    /** Aborts when React takes over. */
    untilHydrated: signal,
    hydrate,
    /** Takes photos that are dropped, pasted or chosen, before and after. */
    addDrafts: (files: File[]) => void (page ? page.addDrafts(files) : enqueue({ files })),
  };
}
