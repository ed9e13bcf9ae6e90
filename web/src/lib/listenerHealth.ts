import { createStore } from './store';

/** Whether the live listener of the photos is connected and up to date. False until its first answer. */
export const listenerHealth = createStore<{ delivering: boolean }>({ delivering: false });

export function reportListener(delivering: boolean): void {
  if (listenerHealth.get().delivering !== delivering) listenerHealth.set({ delivering });
}
