import { type ComponentType, useEffect, useState } from 'react';
import { afterFrame } from '../lib/afterFrame';
import { tellLost } from '../lib/tellLost';
import { ErrorBoundary, Redrawn } from './ErrorBoundary';

export interface LazyPartProps<Props extends object> {
  load: () => Promise<{ default: ComponentType<Props> }>;
  /** The component's own. */
  props: Props;
  /** Its code could not be downloaded, or it broke: the user is told, and it must not be rendered again as it is. */
  onLost: () => void;
}

/**
 * Draws a component whose code it downloads, and throws if it cannot be. It asks once per mounting, so that mounting it
 * again tries a failed download again. It asks after the press is answered, as asking takes a slow phone time. Not React's
 * `lazy`, which holds back for up to .3 s what was waited for (FALLBACK_THROTTLE_MS in
 * react-reconciler/src/ReactFiberWorkLoop.js): somebody has pressed a button.
 */
export function Downloaded<Props extends object>({ load, props }: Omit<LazyPartProps<Props>, 'onLost'>) {
  const [first] = useState(() => load);
  const [arrived, setArrived] = useState<{ Part: ComponentType<Props> } | { error: unknown } | null>(null);
  useEffect(() => {
    let isMounted = true;
    const arrive = (result: NonNullable<typeof arrived>) => isMounted && setArrived(result);
    afterFrame()
      .then(first)
      .then(
        (module) => arrive({ Part: module.default }),
        (error: unknown) => arrive({ error }),
      );
    return () => {
      isMounted = false;
    };
  }, [first]);
  if (!arrived) return null;
  if ('error' in arrived) throw arrived.error;
  return (
    <Redrawn>
      <arrived.Part {...props} />
    </Redrawn>
  );
}

/** A part of the page whose code is downloaded when it is first shown. */
export function LazyPart<Props extends object>({ load, props, onLost }: LazyPartProps<Props>) {
  const giveUp = (error: unknown) => {
    onLost();
    tellLost(error);
  };
  return (
    <ErrorBoundary onError={giveUp}>
      <Downloaded load={load} props={props} />
    </ErrorBoundary>
  );
}
