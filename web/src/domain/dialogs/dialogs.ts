import { createStore } from '../../lib/store';

export type DialogName = 'login' | 'upload' | 'tray' | 'pricing' | 'account' | 'about';

/** The tabs of the login dialog. */
export type LoginTab = 'login' | 'signup' | 'reset';

export interface Dialogs {
  open: DialogName | null;
  loginTab?: LoginTab;
  /** For the login dialog's field. */
  email?: string;
  /** The tray asks whether its user logs out, although photos are not sent. */
  isLeaving?: true;
  /** Is mounted without being open. */
  mounted?: DialogName;
}

/** One dialog at a time: opening a second one replaces the first. */
export const dialogStore = createStore<Dialogs>({ open: null });

export function openDialog(name: DialogName): void {
  dialogStore.set({ open: name });
}

/** Opens the login dialog at one of its tabs. @param email whose login it is, if that is known */
export function openLogin(loginTab: LoginTab, email?: string): void {
  dialogStore.set({ open: 'login', loginTab, ...(email && { email }) });
}

export function askBeforeLogout(): void {
  dialogStore.set({ open: 'tray', isLeaving: true });
}

/** Mounts what a dialog shows of itself while it is closed: the tray's bar. */
export function mountDialog(name: DialogName): void {
  dialogStore.set({ ...dialogStore.get(), mounted: name });
}

export function closeDialog(): void {
  dialogStore.set({ open: null });
}

/** For what ends late: closes this dialog, and leaves alone another that was opened meanwhile. */
export function closeIfOpen(name: DialogName): void {
  if (dialogStore.get().open === name) closeDialog();
}
