import type { DialogName, LoginTab } from '../domain/dialogs/dialogs';
import { readStored, writeStored } from '../lib/browserStorage';

const WORK = 'kept-work';

/** What the page was doing before a reload. A photo that was chosen lies on the device's shelf (domain/upload). */
export interface Work {
  dialog?: DialogName | null;
  loginTab?: LoginTab | undefined;
  /** Whether a photo was offered to a page that could not wake. */
  photo?: boolean;
}

/** As text in this tab's storage. Returns whether the browser kept it. */
export const keepWork = (work: Work): boolean => writeStored('sessionStorage', WORK, JSON.stringify(work));

export const hasKeptWork = (): boolean => !!readStored('sessionStorage', WORK);

/** Returns the kept work once, null if there is none. */
export function takeWork(): Work | null {
  const text = readStored('sessionStorage', WORK);
  writeStored('sessionStorage', WORK, null);
  return text && JSON.parse(text);
}
