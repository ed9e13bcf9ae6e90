import { createStore } from './store';

export type DialogName = 'login' | 'upload' | 'pricing' | 'account';

/** One dialog at a time: opening a second one replaces the first. */
export const dialogStore = createStore<{ open: DialogName | null }>({ open: null });

export function openDialog(name: DialogName): void {
  dialogStore.set({ open: name });
}

export function closeDialog(): void {
  dialogStore.set({ open: null });
}
