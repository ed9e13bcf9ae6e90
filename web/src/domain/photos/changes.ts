import { createStore } from '../../lib/store';

/** Counts the changes to photos and purchases that were asked for here. A list that is shown asks again after each. */
export const changesStore = createStore(0);

export const noteChange = (): void => changesStore.set(changesStore.get() + 1);
