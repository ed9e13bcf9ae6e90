import { openDialog } from '../../lib/dialogs';

/** Anyone may look at the prices; buying asks for a login. */
export function requestPricing(): void {
  openDialog('pricing');
}
