import type { DialogName, LoginTab } from '../domain/dialogs/dialogs';

const WORK = 'kept-work';

/** What the page was doing before a reload. A photo that was chosen lies on the device's shelf (domain/upload). */
export interface Work {
  dialog?: DialogName | null;
  loginTab?: LoginTab | undefined;
  /** The words on a button that was pressed in vain. */
  button?: string | undefined;
  /** Whether a photo was offered to a page that could not wake. */
  photo?: boolean;
}

/** As text in this tab's storage. */
export const keepWork = (work: Work): void => sessionStorage.setItem(WORK, JSON.stringify(work));

export const hasKeptWork = (): boolean => sessionStorage.getItem(WORK) !== null;

/** Returns the kept work once, null if there is none. */
export function takeWork(): Work | null {
  const text = sessionStorage.getItem(WORK);
  sessionStorage.removeItem(WORK);
  return text && JSON.parse(text);
}
