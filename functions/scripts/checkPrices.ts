import { PROMOTION_CODE } from '@heirlight/contract/limits';
import { type CreditPack, CURRENCY, PACKS, priceParameter } from '@heirlight/contract/packs';
import type Stripe from 'stripe';
import { checkoutSwitches } from '../src/platform/checkoutSwitches';
import type { CheckoutSwitches } from '../src/platform/paymentGateway';

/** What is wrong with the price of one pack, or null. */
async function problemOf(
  pack: CreditPack,
  { id, stripe, tax }: { id: string | undefined; stripe: Stripe; tax: CheckoutSwitches['tax'] },
): Promise<string | null> {
  const name = priceParameter(pack);
  if (!id) return `${name} is missing`;
  let price: Stripe.Price & { product: Stripe.Product };
  try {
    price = (await stripe.prices.retrieve(id, { expand: ['product'] })) as typeof price;
  } catch (error) {
    return `${name}: ${error instanceof Error ? error.message : error}`;
  }
  const want = `${Math.round(pack.price * 100)} ${CURRENCY}`;
  const is = `${price.unit_amount} ${price.currency}`;
  if (!price.active) return `${name}: ${id} is archived at Stripe`;
  if (price.type !== 'one_time') return `${name}: ${id} is a subscription`;
  if (is !== want) return `${name}: ${id} is ${is} at Stripe, the pack of ${pack.photos} is ${want}`;
  if (tax !== 'none' && (price.tax_behavior === 'unspecified' || !price.product.tax_code)) {
    return `${name}: ${id} cannot be taxed yet: run npm run stripe:setup with CHECKOUT_TAX=${tax}`;
  }
  return null;
}

function switchesOf(parameters: NodeJS.Dict<string>): CheckoutSwitches | string {
  const { CHECKOUT_RECEIPTS: receipts = '', CHECKOUT_TAX: tax = '', CHECKOUT_TERMS_URL: termsUrl = '' } = parameters;
  try {
    return checkoutSwitches({ receipts, tax, termsUrl });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What is wrong with the promotion code that the page promises, or null. */
async function promotionProblem(firstOrdersOnly: boolean, stripe: Stripe): Promise<string | null> {
  const { data } = await stripe.promotionCodes.list({ code: PROMOTION_CODE, active: true, limit: 1 });
  const [code] = data;
  const mend = `run npm run stripe:setup with PROMOTION_FIRST_ORDERS_ONLY=${firstOrdersOnly}`;
  if (!code) return `There is no promotion code ${PROMOTION_CODE} at Stripe: ${mend}`;
  const isFor = (only: boolean) => (only ? 'first orders only' : 'every order');
  const { first_time_transaction: only } = code.restrictions;
  if (only === firstOrdersOnly) return null;
  return `${PROMOTION_CODE} is for ${isFor(only)} at Stripe, not for ${isFor(firstOrdersOnly)}: ${mend}`;
}

/**
 * Returns why the packs could not be sold as they are shown: at most one text a pack, one about the switches of the
 * checkout and one about the promotion code; none when all is well. Amounts are in cents.
 *
 * @param parameters as `functions/.env.PROJECT` holds them
 */
export async function priceProblems(parameters: NodeJS.Dict<string>, stripe: Stripe): Promise<string[]> {
  const switches = switchesOf(parameters);
  const isClear = typeof switches !== 'string';
  const tax = isClear ? switches.tax : 'none';
  const problems = await Promise.all(
    PACKS.map((pack) => problemOf(pack, { id: parameters[priceParameter(pack)]?.trim(), stripe, tax })),
  );
  if (!isClear) problems.push(switches);
  problems.push(await promotionProblem(parameters.PROMOTION_FIRST_ORDERS_ONLY?.trim() === 'true', stripe));
  return problems.filter((problem) => problem !== null);
}
