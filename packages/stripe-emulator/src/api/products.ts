import { buildProduct } from '../catalogue';
import { nowS } from '../ids';
import { list, metadata, optional, readParams, taxCode, text, webAddress } from '../params';
import { active, createdIn, type Endpoint, fits, paging } from './endpoint';

const fields = {
  active,
  description: optional(text),
  images: optional(list(webAddress)),
  metadata: optional(metadata),
  tax_code: optional(taxCode),
};

export const productEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    pattern: '/v1/products',
    run: ({ state, params }) =>
      state.products.add(buildProduct(readParams(params, { ...fields, id: optional(text), name: text }))),
  },
  {
    method: 'GET',
    pattern: '/v1/products',
    run: ({ state, params, path }) => {
      const filter = readParams(params, { ...paging, active, created: createdIn, ids: optional(list(text)) });
      return state.products.page({
        url: path,
        paging: filter,
        where: (product) =>
          fits(filter.active, product.active) &&
          filter.created(product) &&
          (filter.ids === undefined || filter.ids.includes(product.id)),
      });
    },
  },
  {
    method: 'GET',
    pattern: '/v1/products/:id',
    run: ({ state, id, params }) => {
      readParams(params, {});
      return state.products.get(id);
    },
  },
  {
    method: 'POST',
    pattern: '/v1/products/:id',
    run: ({ state, id, params }) => {
      const product = state.products.get(id);
      const change = readParams(params, { ...fields, name: optional(text), default_price: optional(text) });
      if (change.default_price !== undefined) state.prices.get(change.default_price, 'default_price');
      const given = Object.entries(change).filter(([name, value]) => value !== undefined && name !== 'metadata');
      return Object.assign(product, Object.fromEntries(given), {
        metadata: { ...product.metadata, ...change.metadata },
        updated: nowS(),
      });
    },
  },
];
