import { createStore } from '../../lib/store';

/** Photos that were offered together with another, or while another is being sent. As long as the page, in their order. */
export const waitingStore = createStore<readonly File[]>([]);

export function addWaiting(files: readonly File[]): void {
  if (files.length > 0) waitingStore.set([...waitingStore.get(), ...files]);
}

/** Takes the next one out of the line. */
export function shiftWaiting(): File | undefined {
  const [next, ...rest] = waitingStore.get();
  if (next) waitingStore.set(rest);
  return next;
}

export const forgetWaiting = (): void => waitingStore.set([]);
