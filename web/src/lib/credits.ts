import { createStore } from './store';

export interface Credits {
  status: 'loading' | 'ready';
  restoresAvailable: number;
}

export const creditsStore = createStore<Credits>({ status: 'loading', restoresAvailable: 0 });

export async function refetchCredits(): Promise<void> {}
