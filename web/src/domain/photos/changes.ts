import { createStore } from '../../lib/store';

/** Counts the changes to photos that were asked for here. A search that is shown asks again after each. */
export const changesStore = createStore(0);

export const noteChange = (): void => changesStore.set(changesStore.get() + 1);
