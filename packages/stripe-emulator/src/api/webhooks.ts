import { API_VERSION } from '../eventLog';
import { newId, nowS } from '../ids';
import type { WebhookEndpoint } from '../objects';
import { flag, list, metadata, optional, readParams, text, webAddress } from '../params';
import { type ApiCall, createdIn, type Endpoint, fits, paging } from './endpoint';

/** The signing secret is told once, when the endpoint is made: https://docs.stripe.com/api/webhook_endpoints/object */
const withoutSecret = ({ secret: _secret, ...rest }: WebhookEndpoint) => rest;

function createEndpoint({ state, params }: ApiCall): WebhookEndpoint {
  const given = readParams(params, {
    url: webAddress,
    enabled_events: list(text),
    api_version: optional(text),
    description: optional(text),
    metadata: optional(metadata),
  });
  return state.webhookEndpoints.add({
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: given.api_version ?? API_VERSION,
    application: null,
    created: nowS(),
    description: given.description ?? null,
    enabled_events: given.enabled_events,
    livemode: false,
    metadata: given.metadata ?? {},
    secret: newId('whsec', 32),
    status: 'enabled',
    url: given.url,
  });
}

export const webhookEndpoints: readonly Endpoint[] = [
  { method: 'POST', pattern: '/v1/webhook_endpoints', run: createEndpoint },
  {
    method: 'GET',
    pattern: '/v1/webhook_endpoints',
    run: ({ state, params, path }) => {
      const page = state.webhookEndpoints.page({ url: path, paging: readParams(params, paging) });
      return { ...page, data: page.data.map(withoutSecret) };
    },
  },
  {
    method: 'GET',
    pattern: '/v1/webhook_endpoints/:id',
    run: ({ state, id, params }) => {
      readParams(params, {});
      return withoutSecret(state.webhookEndpoints.get(id));
    },
  },
  {
    method: 'POST',
    pattern: '/v1/webhook_endpoints/:id',
    run: ({ state, id, params }) => {
      const endpoint = state.webhookEndpoints.get(id);
      const change = readParams(params, {
        url: optional(webAddress),
        enabled_events: optional(list(text)),
        disabled: optional(flag),
        description: optional(text),
        metadata: optional(metadata),
      });
      endpoint.url = change.url ?? endpoint.url;
      endpoint.enabled_events = change.enabled_events ?? endpoint.enabled_events;
      endpoint.description = change.description ?? endpoint.description;
      endpoint.metadata = { ...endpoint.metadata, ...change.metadata };
      if (change.disabled !== undefined) endpoint.status = change.disabled ? 'disabled' : 'enabled';
      return withoutSecret(endpoint);
    },
  },
  {
    method: 'DELETE',
    pattern: '/v1/webhook_endpoints/:id',
    run: ({ state, id }) => {
      state.webhookEndpoints.get(id);
      state.webhookEndpoints.delete(id);
      return { id, object: 'webhook_endpoint', deleted: true };
    },
  },
  {
    method: 'GET',
    pattern: '/v1/events',
    run: ({ state, params, path }) => {
      const filter = readParams(params, {
        ...paging,
        created: createdIn,
        type: optional(text),
        types: optional(list(text)),
      });
      return state.events.page({
        url: path,
        paging: filter,
        where: (event) =>
          filter.created(event) &&
          fits(filter.type, event.type) &&
          (filter.types === undefined || filter.types.includes(event.type)),
      });
    },
  },
  {
    method: 'GET',
    pattern: '/v1/events/:id',
    run: ({ state, id, params }) => {
      readParams(params, {});
      return state.events.get(id);
    },
  },
];
