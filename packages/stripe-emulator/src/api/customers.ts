import { buildCustomer } from '../customers';
import { emailAddress, metadata, optional, readParams, text } from '../params';
import { createdIn, type Endpoint, fits, paging } from './endpoint';

const fields = {
  email: optional(emailAddress),
  name: optional(text),
  description: optional(text),
  metadata: optional(metadata),
};

/** https://docs.stripe.com/api/customers/delete */
const tombstone = (id: string) => ({ id, object: 'customer', deleted: true });

export const customerEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    pattern: '/v1/customers',
    run: ({ state, params }) => state.customers.add(buildCustomer(readParams(params, fields))),
  },
  {
    method: 'GET',
    pattern: '/v1/customers',
    run: ({ state, params, path }) => {
      const filter = readParams(params, { ...paging, created: createdIn, email: optional(text) });
      return state.customers.page({
        url: path,
        paging: filter,
        where: (customer) => fits(filter.email, customer.email) && filter.created(customer),
      });
    },
  },
  {
    method: 'GET',
    pattern: '/v1/customers/:id',
    run: ({ state, id, params }) => {
      readParams(params, {});
      return state.deletedCustomers.has(id) ? tombstone(id) : state.customers.get(id);
    },
  },
  {
    method: 'DELETE',
    pattern: '/v1/customers/:id',
    run: ({ state, id }) => {
      state.customers.get(id);
      state.customers.delete(id);
      state.deletedCustomers.add(id);
      return tombstone(id);
    },
  },
  {
    method: 'POST',
    pattern: '/v1/customers/:id',
    run: ({ state, id, params }) => {
      const customer = state.customers.get(id);
      const change = readParams(params, fields);
      customer.email = change.email ?? customer.email;
      if (change.name !== undefined) customer.name = change.name;
      customer.description = change.description ?? customer.description;
      customer.metadata = { ...customer.metadata, ...change.metadata };
      return customer;
    },
  },
];
