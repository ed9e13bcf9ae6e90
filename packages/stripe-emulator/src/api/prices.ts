import { buildPrice, buildProduct } from '../catalogue';
import type { Price } from '../objects';
import { flag, integer, list, map, metadata, oneOf, optional, readParams, text } from '../params';
import type { StripeState } from '../state';
import { invalid } from '../stripeError';
import { type ApiCall, active, createdIn, type Endpoint, fits, paging } from './endpoint';

const CURRENCIES = ['usd', 'eur', 'gbp', 'cad', 'aud', 'chf'] as const;
const TAX_BEHAVIORS = ['inclusive', 'exclusive', 'unspecified'] as const;
const productData = map({ name: text, id: optional(text), metadata: optional(metadata) });

/** One key belongs to one price; `transfer` takes it from the price that has it. */
function claimLookupKey(
  state: StripeState,
  { key, transfer }: { key: string | undefined; transfer: boolean | undefined },
) {
  const holder = key === undefined ? undefined : state.prices.all.find((price) => price.lookup_key === key);
  if (!holder) return;
  if (transfer !== true) {
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, { param: 'lookup_key' });
  }
  holder.lookup_key = null;
}

/** @throws StripeApiError for another one than was chosen: https://docs.stripe.com/api/prices/update */
function chooseTaxBehavior(price: Price, behavior: string): void {
  if (price.tax_behavior !== 'unspecified' && price.tax_behavior !== behavior) {
    throw invalid(`You cannot change the tax_behavior of a price that has one (${price.tax_behavior}).`, {
      param: 'tax_behavior',
    });
  }
  price.tax_behavior = behavior;
}

function createPrice({ state, params }: ApiCall) {
  const given = readParams(params, {
    currency: oneOf(CURRENCIES),
    unit_amount: integer,
    product: optional(text),
    product_data: optional(productData),
    active,
    lookup_key: optional(text),
    transfer_lookup_key: optional(flag),
    nickname: optional(text),
    metadata: optional(metadata),
    tax_behavior: optional(oneOf(TAX_BEHAVIORS)),
  });
  if ((given.product === undefined) === (given.product_data === undefined)) {
    throw invalid('You must specify either `product` or `product_data` when creating a price.', { param: 'product' });
  }
  if (given.unit_amount < 0) {
    throw invalid('This value must be greater than or equal to 0.', { param: 'unit_amount' });
  }
  if (given.product !== undefined) state.products.get(given.product, 'product');
  claimLookupKey(state, { key: given.lookup_key, transfer: given.transfer_lookup_key });
  const product = given.product_data ? state.products.add(buildProduct(given.product_data)).id : (given.product ?? '');
  return state.prices.add(
    buildPrice({
      product,
      currency: given.currency,
      unitAmount: given.unit_amount,
      active: given.active,
      lookupKey: given.lookup_key,
      nickname: given.nickname,
      metadata: given.metadata,
      taxBehavior: given.tax_behavior,
    }),
  );
}

export const priceEndpoints: readonly Endpoint[] = [
  { method: 'POST', pattern: '/v1/prices', run: createPrice },
  {
    method: 'GET',
    pattern: '/v1/prices',
    run: ({ state, params, path }) => {
      const filter = readParams(params, {
        ...paging,
        active,
        created: createdIn,
        currency: optional(text),
        lookup_keys: optional(list(text)),
        product: optional(text),
        type: optional(oneOf(['one_time', 'recurring'])),
      });
      return state.prices.page({
        url: path,
        paging: filter,
        where: (price) =>
          fits(filter.active, price.active) &&
          filter.created(price) &&
          fits(filter.currency, price.currency) &&
          fits(filter.product, price.product) &&
          filter.type !== 'recurring' &&
          (filter.lookup_keys === undefined || filter.lookup_keys.includes(price.lookup_key ?? '')),
      });
    },
  },
  {
    method: 'GET',
    pattern: '/v1/prices/:id',
    run: ({ state, id, params }) => {
      readParams(params, {});
      return state.prices.get(id);
    },
  },
  {
    method: 'POST',
    pattern: '/v1/prices/:id',
    run: ({ state, id, params }) => {
      const price = state.prices.get(id);
      const change = readParams(params, {
        active,
        lookup_key: optional(text),
        transfer_lookup_key: optional(flag),
        nickname: optional(text),
        metadata: optional(metadata),
        tax_behavior: optional(oneOf(TAX_BEHAVIORS)),
      });
      if (change.tax_behavior !== undefined) chooseTaxBehavior(price, change.tax_behavior);
      if (change.lookup_key !== price.lookup_key) {
        claimLookupKey(state, { key: change.lookup_key, transfer: change.transfer_lookup_key });
      }
      price.active = change.active ?? price.active;
      price.lookup_key = change.lookup_key ?? price.lookup_key;
      price.nickname = change.nickname ?? price.nickname;
      price.metadata = { ...price.metadata, ...change.metadata };
      return price;
    },
  },
];
