import { createStore } from './store';

export interface Credits {
  status: 'loading' | 'ready';
  restoresAvailable: number;
}

/** Apart from what fills it, so that the landing page can show the count without downloading how it is fetched. */
export const creditsStore = createStore<Credits>({ status: 'loading', restoresAvailable: 0 });
