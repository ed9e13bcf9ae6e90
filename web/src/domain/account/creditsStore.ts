import { createStore } from '../../lib/store';

export interface Credits {
  status: 'loading' | 'ready';
  restoresAvailable: number;
  /** Whether restores were paid for that the balance does not have yet. */
  isAwaited?: boolean;
}

/** Apart from the code that fills it: the landing page shows the balance without downloading how it is fetched. */
export const creditsStore = createStore<Credits>({ status: 'loading', restoresAvailable: 0 });

/** Notes that restores were paid for, or that they have come. */
export const awaitRestores = (isAwaited: boolean): void => creditsStore.set({ ...creditsStore.get(), isAwaited });

/** Whether the balance is known, and is not about to grow from nothing. */
export const isSettled = ({ status, restoresAvailable, isAwaited }: Credits): boolean =>
  status === 'ready' && (restoresAvailable > 0 || !isAwaited);
