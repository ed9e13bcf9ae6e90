import { type ComponentType, lazy, Suspense, useState } from 'react';
import { type DialogName, dialogStore } from '../lib/dialogs';
import { useStore } from '../lib/store';
import { dialogCode } from './lazyCode';

const dialogs: Record<DialogName, ComponentType> = {
  login: lazy(dialogCode.login),
  upload: lazy(dialogCode.upload),
  pricing: lazy(dialogCode.pricing),
  account: lazy(dialogCode.account),
};

/**
 * Mounts a dialog the first time it is opened and leaves it mounted, so that closing can be animated. Each follows
 * `dialogStore` itself.
 */
export function Dialogs() {
  const { open } = useStore(dialogStore);
  const [asked, setAsked] = useState<readonly DialogName[]>([]);
  if (open && !asked.includes(open)) setAsked([...asked, open]);
  return asked.map((name) => {
    const Dialog = dialogs[name];
    return (
      <Suspense key={name} fallback={null}>
        <Dialog />
      </Suspense>
    );
  });
}
