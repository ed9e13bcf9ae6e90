import type {
  CreateCheckoutSessionRequest,
  CreateCheckoutSessionResponse,
  ListPricesResponse,
} from '@heirlight/contract/callables';
import type { PackId } from '@heirlight/contract/packs';
import { copy } from '../../lib/copy';
import type { DialogName } from '../../lib/dialogs';
import type { SessionUser } from '../../lib/sessionStore';
import type { Toast } from '../../lib/toast';
import { checkoutErrorToast } from './checkoutError';

export interface BuyPackDeps {
  /** Who is signed in, as soon as it is known. */
  user(): Promise<SessionUser | null>;
  listPrices(): Promise<ListPricesResponse>;
  createSession(request: CreateCheckoutSessionRequest): Promise<CreateCheckoutSessionResponse>;
  redirectToCheckout(sessionId: string): Promise<void>;
  /** Leaves the page for an address. */
  goTo(url: string): void;
  toast(message: Toast): void;
  openDialog(name: DialogName): void;
}

async function checkout(deps: BuyPackDeps, request: CreateCheckoutSessionRequest): Promise<void> {
  const { sessionId, url, error } = await deps.createSession(request);
  if (error) throw new Error(error.message);
  if (!sessionId) throw new Error(copy.pricing.noSession);
  try {
    await deps.redirectToCheckout(sessionId);
  } catch (cause) {
    if (!url) throw cause;
    console.error('Stripe.js did not redirect; using the address of the session', cause);
    deps.goTo(url);
  }
}

/** Buys a pack: leaves for the hosted checkout, or says why not. Never rejects. */
export async function buyPack(packId: PackId, deps: BuyPackDeps): Promise<void> {
  const user = await deps.user();
  if (!user) {
    deps.toast(copy.toasts.loginFirstBuy);
    deps.openDialog('login');
    return;
  }
  try {
    const priceId = (await deps.listPrices()).prices[packId];
    if (!priceId) {
      deps.toast(copy.toasts.paymentsNotConfigured);
      return;
    }
    await checkout(deps, { priceId, userId: user.id, email: user.email });
  } catch (error) {
    console.error('The checkout failed', error);
    deps.toast(checkoutErrorToast(error));
  }
}
