import { type CreditPack, CURRENCY, PACKS, priceParameter } from '@heirlight/contract/packs';
import type Stripe from 'stripe';

/** What is wrong with the price of one pack, or null. */
async function problemOf(
  pack: CreditPack,
  { id, stripe }: { id: string | undefined; stripe: Stripe },
): Promise<string | null> {
  const name = priceParameter(pack);
  if (!id) return `${name} is missing`;
  let price: Stripe.Price;
  try {
    price = await stripe.prices.retrieve(id);
  } catch (error) {
    return `${name}: ${error instanceof Error ? error.message : error}`;
  }
  const want = `${Math.round(pack.price * 100)} ${CURRENCY}`;
  const is = `${price.unit_amount} ${price.currency}`;
  if (!price.active) return `${name}: ${id} is archived at Stripe`;
  if (price.type !== 'one_time') return `${name}: ${id} is a subscription`;
  return is === want ? null : `${name}: ${id} is ${is} at Stripe, the pack of ${pack.photos} is ${want}`;
}

/**
 * Returns why the packs could not be sold as they are shown, one text a pack; none when all is well. Amounts are in
 * cents.
 *
 * @param parameters price ids by name, as `functions/.env.PROJECT` holds them
 */
export async function priceProblems(parameters: NodeJS.Dict<string>, stripe: Stripe): Promise<string[]> {
  const problems = await Promise.all(
    PACKS.map((pack) => problemOf(pack, { id: parameters[priceParameter(pack)]?.trim(), stripe })),
  );
  return problems.filter((problem) => problem !== null);
}
