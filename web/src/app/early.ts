/**
 * A dialog before React is there. Its markup and styles are rendered by the build from the same component that React
 * draws later (prerender.tsx), so that one takes the place of the other and nothing moves. In it one can type, change
 * tabs, move the focus and close. Another press is queued and carried out by React's dialog. The whole is one small file,
 * fetched at a visitor's first wish or when the page is idle; boot.ts calls it.
 * Why: docs/decisions/2026-11-23-deferred-hydration.md
 */
import { tabToComeIn } from '../domain/session/tabToComeIn';
import { checkFile } from '../domain/upload/checkFile';
import { afterFrame } from '../lib/afterFrame';
import { followDoubleClicks } from '../ui/doubleClicks';
import { earlyDialog, REPLACE_EARLY, replaceEarly } from '../ui/earlyDialog';
import { openerAt, placeOf } from './buttonPlace';
import type { QueuedInput } from './deferredHydration';

/** Put here by build.mjs. The page has the styles that it needs itself. */
declare const EARLY_DIALOGS: { styles: string; dialogs: Record<string, string> };

/** The dialog and what can be used in it, in the order of the markup: the same in React's dialog. */
const partsOf = (dialog: HTMLElement) => [dialog, ...dialog.querySelectorAll<HTMLElement>('button, input')];
const inputsOf = (dialog: HTMLElement) => dialog.querySelectorAll('input');

/** Types into a field of React's, which hears of a value only by its event. */
function type(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Fields with other types have no selection that a script may read. */
const hasSelection = (part: unknown): part is HTMLInputElement =>
  part instanceof HTMLInputElement && part.selectionStart !== null;

/** From the first click on: the second one may be on what the first one opens. */
let followOnce = (click?: MouseEvent) => {
  if (!click) return;
  followOnce = () => undefined;
  followDoubleClicks(click);
};

/** Takes the dialog off the page, if there is one. */
export const leaveEarly = (): void => replaceEarly();

/** Whether one of the files is taken as it is: a refused one opens no dialog, one to be converted waits for React's. */
async function hasPhoto(files: readonly File[]): Promise<boolean> {
  for (const file of files) if (!(await checkFile(file))) return true;
  return false;
}

/**
 * Opens a dialog. Resolves when it is on the screen, or if the press opens none.
 *
 * @param queued what was pressed; it has the focus again when the dialog is closed. For a photo one signs up, or logs in
 * @param isQueued whether it still is
 * @param onClose called when the visitor closes the dialog
 */
export async function openEarly(
  { button: opener, click, files }: QueuedInput,
  isQueued: () => boolean,
  onClose: () => void,
): Promise<void> {
  followOnce(click);
  const isPhoto = files !== undefined && (await hasPhoto(files));
  if (!isQueued()) return;
  const name = (isPhoto ? tabToComeIn() : opener?.dataset.opens) ?? '';
  const { styles, dialogs } = EARLY_DIALOGS;
  const page = document.getElementById('root');
  const open = new AbortController();
  const { signal } = open;
  const place = placeOf(opener);
  const root = document.createElement('div');
  root.dataset.early = name;
  root.innerHTML = styles + (dialogs[name] ?? '');
  const dialog = root.querySelector<HTMLElement>('[role=dialog]');
  // A file can be dropped on one that is open.
  if (!page || !dialog || earlyDialog()) return;

  let queued: HTMLElement | undefined;
  const enqueue = (button: HTMLElement) => {
    delete queued?.dataset.queued;
    queued = button;
    button.dataset.queued = '';
  };
  const leave = () => {
    open.abort();
    root.remove();
    page.inert = false;
    document.body.removeAttribute('style');
    (opener?.isConnected ? opener : openerAt(place))?.focus({ preventScroll: true });
  };
  const close = () => {
    leave();
    onClose();
  };

  /** What was typed, by field. Logging in and signing up share their fields. */
  const typed = new Map<string, string>();
  const fieldOf = ({ name }: HTMLInputElement) => (root.dataset.early === 'reset' ? 'reset ' : '') + name;
  const changeTab = (to: string) => {
    for (const input of inputsOf(dialog)) typed.set(fieldOf(input), input.value);
    root.dataset.early = to;
    const other = document.createElement('div');
    other.innerHTML = dialogs[to] ?? '';
    dialog.replaceChildren(...(other.querySelector('[role=dialog]')?.childNodes ?? []));
    for (const input of inputsOf(dialog)) input.value = typed.get(fieldOf(input)) ?? '';
    dialog.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
  };

  /** A press that began in the dialog and ends outside selects text. */
  let isOutside = false;
  root.addEventListener('pointerdown', ({ target }) => {
    isOutside = !dialog.contains(target as Node);
  });
  root.addEventListener('click', (event) => {
    const button = (event.target as Element).closest('button');
    if (!button) {
      if (isOutside && !dialog.contains(event.target as Node)) close();
      return;
    }
    event.preventDefault();
    if ('closes' in button.dataset) close();
    else if (button.dataset.opens) changeTab(button.dataset.opens);
    else enqueue(button);
  });
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const tabs = [...dialog.querySelectorAll<HTMLElement>('[role=tab]')];
    const at = tabs.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Escape') close();
    else if (step && at >= 0) {
      event.preventDefault();
      changeTab(tabs[(at + step + tabs.length) % tabs.length]?.dataset.opens ?? '');
    }
  };
  document.addEventListener('keydown', onKey, { signal });
  for (const type of ['focusin', 'focusout']) {
    root.addEventListener(type, ({ target }) => {
      const control = (target as Element).closest('.MuiFormControl-root');
      for (const part of control?.querySelectorAll('label, .MuiInputBase-root') ?? [])
        part.classList.toggle('Mui-focused', type === 'focusin');
    });
  }

  root.addEventListener(REPLACE_EARLY, (event) => {
    const { detail: to } = event as CustomEvent<HTMLElement | null>;
    const from = partsOf(dialog);
    const active = document.activeElement as HTMLElement;
    const selection = hasSelection(active) && ([active.selectionStart, active.selectionEnd] as const);
    const scrolled = dialog.parentElement?.scrollTop ?? 0;
    leave();
    if (!to) return;
    // React is drawing, and hears of nothing. It is done in this turn, before anything is seen.
    queueMicrotask(() => {
      const parts = partsOf(to);
      for (const [index, part] of from.entries()) {
        const field = parts[index];
        if (part instanceof HTMLInputElement && field instanceof HTMLInputElement && part.value)
          type(field, part.value);
      }
      if (to.parentElement) to.parentElement.scrollTop = scrolled;
      const focused = parts[from.indexOf(active)];
      focused?.focus({ preventScroll: true });
      if (selection && hasSelection(focused)) focused.setSelectionRange(...selection);
      if (queued) parts[from.indexOf(queued)]?.click();
    });
  });

  const gutter = window.innerWidth - document.documentElement.clientWidth;
  document.body.style.cssText = `overflow: hidden; padding-right: ${gutter}px`;
  document.body.append(root);
  page.inert = true;
  dialog.focus();
  // The dialog is the answer to the press.
  delete opener?.dataset.queued;
  await afterFrame();
}
