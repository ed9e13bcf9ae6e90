import { lazy, Suspense, useSyncExternalStore } from 'react';
import { isRecovery } from './address';
import { recoveryCode } from './lazyCode';

const RecoveryOverlay = lazy(recoveryCode);

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  window.addEventListener('popstate', listener);
  return () => {
    window.removeEventListener('hashchange', listener);
    window.removeEventListener('popstate', listener);
  };
}

const recovering = () => isRecovery(window.location);

/** Shows the overlay for a new password while the address asks for it. */
export function Recovery() {
  const open = useSyncExternalStore(subscribe, recovering, () => false);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <RecoveryOverlay />
    </Suspense>
  );
}
