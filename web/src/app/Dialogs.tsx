import { lazy, Suspense, useState } from 'react';
import { copy } from '../lib/copy';
import { closeDialog, type DialogName, dialogStore } from '../lib/dialogs';
import { useStore } from '../lib/store';
import { toast } from '../lib/toast';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { dialogCode } from './lazyCode';

/** Its code is asked for once per mounting, so that opening it again tries a failed download again. */
function LazyDialog({ name }: { name: DialogName }) {
  const [Dialog] = useState(() => lazy(dialogCode[name]));
  return (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  );
}

/**
 * Mounts a dialog the first time it is opened and leaves it mounted, so that closing can be animated. Each follows
 * `dialogStore` itself.
 */
export function Dialogs() {
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
      <LazyDialog name={name} />
    </ErrorBoundary>
  ));
}
