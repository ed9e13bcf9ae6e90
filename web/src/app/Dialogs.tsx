import { useState } from 'react';
import { closeDialog, type DialogName, dialogStore } from '../domain/dialogs/dialogs';
import { useStore } from '../lib/store';
import { replaceEarly } from '../ui/earlyDialog';
import { LazyPart } from '../ui/LazyPart';
import { dialogCode } from './lazyCode';

/**
 * Mounts each dialog when it is first opened or has something to show and keeps it mounted, so that its closing can be animated. Each dialog
 * follows `dialogStore` itself.
 */
export function Dialogs({ code = dialogCode }: { code?: typeof dialogCode }) {
  const { open, mounted } = useStore(dialogStore);
  const [asked, setAsked] = useState<readonly DialogName[]>([]);
  const name = [open, mounted].find((other) => other && !asked.includes(other));
  if (name) setAsked([...asked, name]);

  const giveUp = (name: DialogName) => {
    closeDialog();
    replaceEarly();
    setAsked((names) => names.filter((other) => other !== name));
  };
  return asked.map((name) => <LazyPart key={name} load={code[name]} props={{}} onLost={() => giveUp(name)} />);
}
