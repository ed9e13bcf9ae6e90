import { hasPaidBefore } from '../customers';
import { nowS } from '../ids';
import type { CheckoutRecord, Coupon, PromotionCode } from '../objects';
import type { StripeState } from '../state';
import { setDiscount } from './session';

const INVALID = 'This code is invalid.';

/** Returns why a coupon can no longer be redeemed, in words for the buyer, or null when it can. */
function couponProblem(coupon: Coupon): string | null {
  const usedUp = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  const over = coupon.redeem_by !== null && coupon.redeem_by < nowS();
  return usedUp || over || !coupon.valid ? 'This code has expired.' : null;
}

function restrictionProblem(job: { state: StripeState; code: PromotionCode; checkout: CheckoutRecord }) {
  const { state, code, checkout } = job;
  const { session } = checkout;
  const { first_time_transaction: firstOnly, minimum_amount: minimum } = code.restrictions;
  if (code.customer !== null && code.customer !== session.customer) return INVALID;
  if (minimum !== null && session.amount_subtotal < minimum) return 'Your order is too small for this code.';
  if (!firstOnly) return null;
  // Stripe does not know a guest, so it cannot tell whether the order is the first.
  if (session.customer === null && session.customer_creation !== 'always') return INVALID;
  // A customer that Checkout makes is always new.
  const returning = session.customer !== null && hasPaidBefore(state, session.customer);
  return returning ? 'This code is only valid on your first order.' : null;
}

export interface CodeEntry {
  state: StripeState;
  checkout: CheckoutRecord;
  /** As the buyer typed it. Case does not matter. */
  entered: string;
}

/** Redeems a promotion code on the Session. Returns why not, in words for the buyer, or null. */
export function applyPromotionCode({ state, checkout, entered }: CodeEntry): string | null {
  if (checkout.session.allow_promotion_codes !== true) return INVALID;
  const wanted = entered.trim().toLowerCase();
  const code = state.promotionCodes.all.find((known) => known.active && known.code.toLowerCase() === wanted);
  const coupon = code && state.coupons.find(code.promotion.coupon);
  if (!code || !coupon) return INVALID;
  if (code.expires_at !== null && code.expires_at < nowS()) return 'This code has expired.';
  if (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions) return 'This code has expired.';
  const problem = couponProblem(coupon) ?? restrictionProblem({ state, code, checkout });
  if (problem === null) setDiscount(checkout, { coupon, promotionCode: code.id });
  return problem;
}

/**
 * Checks the restrictions again before payment, since the customer may have paid another order meanwhile. Removes a
 * code that fails them.
 */
export function recheckPromotionCode(job: { state: StripeState; checkout: CheckoutRecord }): string | null {
  const { state, checkout } = job;
  const id = checkout.session.discounts[0]?.promotion_code;
  const code = id ? state.promotionCodes.find(id) : undefined;
  if (!code) return null;
  const problem = restrictionProblem({ state, code, checkout });
  if (problem !== null) setDiscount(checkout, null);
  return problem;
}

/** Counts the redemption of a completed order. */
export function countRedemption(state: StripeState, { session }: CheckoutRecord): void {
  const [discount] = session.discounts;
  const code = discount?.promotion_code ? state.promotionCodes.find(discount.promotion_code) : undefined;
  const coupon = discount?.coupon ? state.coupons.find(discount.coupon) : undefined;
  if (code) code.times_redeemed += 1;
  if (coupon) coupon.times_redeemed += 1;
}
