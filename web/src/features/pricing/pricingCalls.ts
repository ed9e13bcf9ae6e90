import {
  CALLABLE,
  type CreateCheckoutSessionRequest,
  type CreateCheckoutSessionResponse,
  type ListPricesResponse,
} from '@heirlight/contract/callables';
import { callFunction } from '../../lib/callable';
import { once } from '../../lib/once';

/** The Stripe price of each pack, asked once per page. */
export const listPrices = once(() => callFunction<null, ListPricesResponse>(CALLABLE.listPrices, null));

export function createCheckoutSession(request: CreateCheckoutSessionRequest): Promise<CreateCheckoutSessionResponse> {
  return callFunction(CALLABLE.createCheckoutSession, request);
}
