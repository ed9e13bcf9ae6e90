import type { DialogName, LoginTab } from '../domain/dialogs/dialogs';
import { readStored, writeStored } from '../lib/browserStorage';
import { asksForUpload } from './address';

/** As earlier builds of the page call it. */
const RESUME_POINT = 'kept-work';

/** What the page was doing before a reload. A draft is in the draft storage (domain/draft). */
export interface ResumePoint {
  dialog?: DialogName | null;
  loginTab?: LoginTab | undefined;
  /** Whether a draft was stored by a page that could not hydrate. */
  photo?: boolean;
  /** Photos were shared to the app, and the device could not keep them. */
  isLost?: boolean;
}

/** As text in this tab's storage. Returns whether the browser stored it. */
export const saveResumePoint = (point: ResumePoint): boolean =>
  writeStored('sessionStorage', RESUME_POINT, JSON.stringify(point));

export const hasResumePoint = (): boolean => !!readStored('sessionStorage', RESUME_POINT);

/** Returns the upload that the address asks for, or the resume point; each once, null if there is none. */
export function takeResumePoint(): ResumePoint | null {
  if (asksForUpload(location)) {
    const isLost = location.search === '?upload=lost';
    history.replaceState(null, '', '/');
    return { dialog: 'upload', photo: true, isLost };
  }
  const text = readStored('sessionStorage', RESUME_POINT);
  writeStored('sessionStorage', RESUME_POINT, null);
  return text && JSON.parse(text);
}
