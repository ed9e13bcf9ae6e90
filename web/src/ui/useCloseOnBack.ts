import { useEffect, useEffectEvent } from 'react';

/** Closes each dialog that is open, the topmost last. */
const open: (() => void)[] = [];
/** The browser is on its way to an earlier entry of the history, because we asked for it. */
let isGoing = false;

const entries = (): number => history.state?.dialogs ?? 0;

/** Gives the open dialogs their entries, and takes away those of closed ones, once this moment's have come and gone. */
async function follow(): Promise<void> {
  await undefined;
  const missing = open.length - entries();
  if (isGoing || !missing) return;
  isGoing = missing < 0;
  if (isGoing) history.go(missing);
  else history.pushState({ dialogs: entries() + 1 }, '');
}

function onPopState(): void {
  // One that asks first stays open, and has a new entry.
  if (!isGoing && entries() < open.length) open.at(-1)?.();
  isGoing = false;
  void follow();
}

/**
 * The browser's Back, a gesture on phones, closes what is open instead of leaving the page. Not `CloseWatcher`: Chromium
 * alone has it, and on Escape, which MUI handles, it would close the dialog below as well. Each dialog has an entry of its
 * own, as Chromium's Back passes over one that was made without a press.
 */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const dialog = () => close();
    // Once, however often.
    window.addEventListener('popstate', onPopState);
    open.push(dialog);
    void follow();
    return () => {
      open.splice(open.indexOf(dialog), 1);
      void follow();
    };
  }, [isOpen]);
}
