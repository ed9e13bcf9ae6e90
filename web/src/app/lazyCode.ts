import type { ComponentType } from 'react';
import type { DialogName } from '../domain/dialogs/dialogs';
import { hasSessionHint } from '../domain/session/sessionHint';
import { savesData } from '../lib/savesData';
import { mayFollowSession } from './returning';

/** Everything that is downloaded only when asked for, or when the page has been idle for a while. */
export const dialogCode: Record<DialogName, () => Promise<{ default: ComponentType }>> = {
  login: () => import('../features/auth/LoginDialog'),
  upload: () => import('../features/upload/UploadDialog'),
  tray: () => import('../features/tray/TrayDialog'),
  pricing: () => import('../features/pricing/PricingDialog'),
  account: () => import('../features/account/AccountDialog'),
  about: () => import('../features/about/AboutDialog'),
};
export const galleryCode = () => import('../features/gallery/Gallery');
/** What a shared link shows, instead of the whole page. */
export const sharedCode = () => import('./SharedApp');
export const recoveryCode = () => import('../features/auth/RecoveryOverlay');
/** Follows the session, the balance and the photos. Downloads Firebase once somebody is or wants to be signed in. */
export const domainCode = () => import('../domain/domain');
export const addressCode = {
  paymentReturn: () => import('../domain/purchases/paymentReturn'),
  emailLink: () => import('../domain/session/emailLink'),
};
/** Reloads a page whose code a deploy has replaced. It is fetched at once, while it is there. */
export const newVersionCode = () => import('./newVersion');
const photoDialogsCode = () => import('../features/gallery/PhotoDialogs');
const offlineCode = () => import('./offline').then(({ startOffline }) => startOffline());
const toastCode = () => import('../ui/ToastStack');

/** The page has settled for this long before anything is fetched ahead of its use. */
const SETTLED_MS = 3_000;

/**
 * Fetches what a visitor or a user is likely to ask for next, once the page is idle, and one piece per idle moment.
 * Failures are left to the real use.
 */
export async function prefetchWhenIdle(): Promise<void> {
  if (savesData()) return;
  const next = hasSessionHint()
    ? [toastCode, photoDialogsCode, offlineCode]
    : [toastCode, dialogCode.login, dialogCode.pricing];
  await mayFollowSession();
  const idle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 0));
  const fetchNext = ([load, ...rest]: (() => Promise<unknown>)[]) => {
    if (!load) return;
    idle(() => {
      load()
        .catch(() => undefined)
        .then(() => fetchNext(rest));
    });
  };
  setTimeout(() => fetchNext(next), SETTLED_MS);
}
