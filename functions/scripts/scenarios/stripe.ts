import { TAX_CODE } from '@heirlight/contract/packs';
import type Stripe from 'stripe';
import { prices, promotion } from './stripe/catalogue';
import {
  automaticTax,
  checkout,
  expiring,
  invoice,
  lists,
  managedPayments,
  refusedCheckouts,
  terms,
} from './stripe/checkouts';
import { directPayment, paid } from './stripe/payments';
import { customers, idempotency, unknownThings, webhooks } from './stripe/service';
import type { StripeScenario } from './stripe/tools';

export const STRIPE_SCENARIOS: readonly StripeScenario[] = [
  customers,
  prices,
  checkout,
  invoice,
  automaticTax,
  managedPayments,
  terms,
  refusedCheckouts,
  expiring,
  lists,
  directPayment,
  paid,
  promotion,
  idempotency,
  unknownThings,
  webhooks,
];

/** Makes what the scenarios sell. `remove` archives it: Stripe deletes no price. */
export async function sell(stripe: Stripe): Promise<{ priceId: string; remove(): Promise<void> }> {
  const product = await stripe.products.create({ name: 'Heirlight scenario', tax_code: TAX_CODE });
  const params = { product: product.id, currency: 'usd', unit_amount: 600, tax_behavior: 'inclusive' } as const;
  const { id: priceId } = await stripe.prices.create(params);
  return {
    priceId,
    async remove() {
      await stripe.prices.update(priceId, { active: false });
      await stripe.products.update(product.id, { active: false });
    },
  };
}
