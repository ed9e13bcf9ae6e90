import { createStore } from '../../lib/store';

export interface Credits {
  status: 'loading' | 'ready';
  restoresAvailable: number;
}

/** Apart from the code that fills it: the landing page shows the balance without downloading how it is fetched. */
export const creditsStore = createStore<Credits>({ status: 'loading', restoresAvailable: 0 });
