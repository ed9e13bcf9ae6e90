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
  /** Rejects without leaving once `signal` is aborted. */
  redirectToCheckout(sessionId: string, options: { signal: AbortSignal }): Promise<void>;
  /** Leaves the page for an address. */
  goTo(url: string): void;
  toast(message: Toast): void;
  openDialog(name: DialogName): void;
}

export interface Purchase {
  packId: PackId;
  /** Aborting it gives the purchase up: nothing leads away from the page any more, and nothing is said. */
  signal: AbortSignal;
}

interface Checkout {
  request: CreateCheckoutSessionRequest;
  signal: AbortSignal;
}

async function checkout({ request, signal }: Checkout, deps: BuyPackDeps): Promise<void> {
  const { sessionId, url, error } = await deps.createSession(request);
  signal.throwIfAborted();
  if (error) throw new Error(error.message);
  if (!sessionId) throw new Error(copy.pricing.noSession);
  try {
    await deps.redirectToCheckout(sessionId, { signal });
  } catch (cause) {
    if (!url || signal.aborted) throw cause;
    console.error('Stripe.js did not redirect; using the address of the session', cause);
    deps.goTo(url);
  }
}

/** Buys a pack: leaves for the hosted checkout, or says why not. Never rejects. */
export async function buyPack({ packId, signal }: Purchase, deps: BuyPackDeps): Promise<void> {
  const user = await deps.user();
  if (signal.aborted) return;
  if (!user) {
    deps.toast(copy.toasts.loginFirstBuy);
    deps.openDialog('login');
    return;
  }
  try {
    const priceId = (await deps.listPrices()).prices[packId];
    signal.throwIfAborted();
    if (!priceId) {
      deps.toast(copy.toasts.paymentsNotConfigured);
      return;
    }
    await checkout({ request: { priceId, userId: user.id, email: user.email }, signal }, deps);
  } catch (error) {
    if (signal.aborted) return;
    console.error('The checkout failed', error);
    deps.toast(checkoutErrorToast(error));
  }
}
