import { type ComponentType, lazy, Suspense, useState } from 'react';
import { copy } from '../lib/copy';
import { toast } from '../lib/toast';
import { ErrorBoundary } from './ErrorBoundary';

export interface LazyPartProps<Props extends object> {
  load: () => Promise<{ default: ComponentType<Props> }>;
  /** The component's own. */
  props: Props;
  /** Its code could not be downloaded, or it broke: the user is told, and it must not be rendered again as it is. */
  onLost: () => void;
}

/** Asks for the code once per mounting, so that mounting it again tries a failed download again. */
function Loading<Props extends object>({ load, props }: Omit<LazyPartProps<Props>, 'onLost'>) {
  const [Part] = useState(() => lazy(load));
  return (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}

/** A part of the page whose code is downloaded when it is first shown. */
export function LazyPart<Props extends object>({ load, props, onLost }: LazyPartProps<Props>) {
  const giveUp = () => {
    onLost();
    toast(copy.toasts.serviceUnreachable);
  };
  return (
    <ErrorBoundary onError={giveUp}>
      <Loading load={load} props={props} />
    </ErrorBoundary>
  );
}
