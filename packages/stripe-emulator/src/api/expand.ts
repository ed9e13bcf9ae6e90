import type { RawMap } from '../form';
import { list, text } from '../params';
import type { StripeState } from '../state';
import { invalid } from '../stripeError';

type Tree = { [name: string]: unknown };

/** Where the objects behind an id live, by the name of the field that holds the id. */
const LINKS: Record<string, (state: StripeState) => { find(id: string): object | undefined }> = {
  charge: (state) => state.charges,
  coupon: (state) => state.coupons,
  customer: (state) => state.customers,
  default_price: (state) => state.prices,
  latest_charge: (state) => state.charges,
  payment_intent: (state) => state.paymentIntents,
  product: (state) => state.products,
  promotion_code: (state) => state.promotionCodes,
};

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

function lineItems(state: StripeState, session: Tree) {
  const id = String(session.id);
  const url = `/v1/checkout/sessions/${id}/line_items`;
  return { object: 'list', url, has_more: false, data: structuredClone(state.checkouts.get(id).lineItems) };
}

function expandField(job: { state: StripeState; target: Tree; name: string; path: string }): unknown {
  const { state, target, name, path } = job;
  if (name === 'line_items' && target.object === 'checkout.session') target.line_items ??= lineItems(state, target);
  const value = target[name];
  if (typeof value === 'string' && LINKS[name]) target[name] = structuredClone(LINKS[name](state).find(value) ?? value);
  else if (value === undefined || (typeof value !== 'object' && !LINKS[name])) {
    throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' });
  }
  return target[name];
}

function expandPath(job: { state: StripeState; target: unknown; names: readonly string[]; path: string }): void {
  const { state, target, names, path } = job;
  const [name, ...rest] = names;
  if (name === undefined || target === null) return;
  if (Array.isArray(target)) {
    for (const entry of target) expandPath({ ...job, target: entry });
  } else if (isTree(target)) {
    expandPath({ state, target: expandField({ state, target, name, path }), names: rest, path });
  }
}

/** Takes `expand` out of the parameters. */
export function takeExpansions(params: RawMap): { expand: string[]; rest: RawMap } {
  const { expand, ...rest } = params;
  return { expand: expand === undefined ? [] : list(text)(expand, 'expand'), rest };
}

/** Returns a copy of a response with the named ids replaced by their objects: https://docs.stripe.com/expand */
export function expanded(
  state: StripeState,
  { answer, expand }: { answer: object; expand: readonly string[] },
): object {
  if (expand.length === 0) return answer;
  const copy = structuredClone(answer);
  for (const path of expand) expandPath({ state, target: copy, names: path.split('.'), path });
  return copy;
}
