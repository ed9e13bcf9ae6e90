import { lazy, Suspense, useState } from 'react';
import { closeDialog, type DialogName, dialogStore } from '../domain/dialogs/dialogs';
import { copy } from '../lib/copy';
import { useStore } from '../lib/store';
import { toast } from '../lib/toast';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { dialogCode } from './lazyCode';

/** Asks for the code once per mounting, so that opening a dialog again tries a failed download again. */
function LazyDialog({ load }: { load: (typeof dialogCode)[DialogName] }) {
  const [Dialog] = useState(() => lazy(load));
  return (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  );
}

/**
 * Mounts each dialog when it is first opened and keeps it mounted, so that its closing can be animated. Each dialog
 * follows `dialogStore` itself.
 */
export function Dialogs({ code = dialogCode }: { code?: typeof dialogCode }) {
  const { open } = useStore(dialogStore);
  const [asked, setAsked] = useState<readonly DialogName[]>([]);
  if (open && !asked.includes(open)) setAsked([...asked, open]);

  const giveUp = (name: DialogName) => {
    closeDialog();
    setAsked((names) => names.filter((other) => other !== name));
    toast(copy.toasts.serviceUnreachable);
  };
  return asked.map((name) => (
    <ErrorBoundary key={name} onError={() => giveUp(name)}>
      <LazyDialog load={code[name]} />
    </ErrorBoundary>
  ));
}
