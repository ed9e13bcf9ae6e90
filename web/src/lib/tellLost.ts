import { copy } from '../copy/copy';
import { isOffline } from './connectivity';
import { toast } from './toast';

/** Tells whoever pressed for it that a part of the page could not be downloaded. The next press tries again (importCode.ts). */
export function tellLost(error: unknown): void {
  console.error('A part of the page could not be downloaded', error);
  toast(isOffline() ? copy.toasts.offlinePart : copy.toasts.serviceUnreachable);
}
