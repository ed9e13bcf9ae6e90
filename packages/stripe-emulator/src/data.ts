import type { IdempotencyKeys } from './api/idempotency';
import type { Collection } from './collection';
import type { EventLog } from './eventLog';
import type { AccountSettings } from './settings';
import type { StripeState } from './state';

const VERSION = 1;

/** What outlives a run. */
interface Kept {
  state: StripeState;
  events: EventLog;
  keys: IdempotencyKeys;
}

interface StripeData {
  version: number;
  /** Name of the collection -> its objects, oldest first. */
  objects: Record<string, { id: string }[]>;
  deletedCustomers: string[];
  /** Missing in data of older versions. */
  settings?: AccountSettings;
  idempotencyKeys: IdempotencyKeys['entries'];
  /** Events that some endpoint has not accepted yet. */
  undelivered: string[];
}

const collectionsOf = (state: StripeState): [string, Collection<{ id: string }>][] =>
  Object.entries({
    products: state.products,
    prices: state.prices,
    coupons: state.coupons,
    promotionCodes: state.promotionCodes,
    customers: state.customers,
    checkouts: state.checkouts,
    paymentIntents: state.paymentIntents,
    charges: state.charges,
    refunds: state.refunds,
    disputes: state.disputes,
    events: state.events,
    webhookEndpoints: state.webhookEndpoints,
  } as unknown as Record<string, Collection<{ id: string }>>);

/** All that the emulator holds, as plain JSON. */
export function exportData({ state, events, keys }: Kept): StripeData {
  return {
    version: VERSION,
    objects: Object.fromEntries(collectionsOf(state).map(([name, { oldestFirst }]) => [name, oldestFirst])),
    deletedCustomers: [...state.deletedCustomers],
    settings: state.settings,
    idempotencyKeys: keys.entries,
    undelivered: [...new Set(events.sender.pending.map(({ id }) => id))],
  };
}

/** Fills an empty emulator with what `exportData` returned, and delivers what was not delivered. @throws Error */
export function importData({ state, events, keys }: Kept, data: unknown): void {
  const { version, objects, deletedCustomers, settings, idempotencyKeys, undelivered } = data as StripeData;
  if (version !== VERSION) throw new Error(`This is no data of the local Stripe in format ${VERSION}.`);
  for (const [name, collection] of collectionsOf(state)) collection.restore(objects[name] ?? []);
  for (const id of deletedCustomers) state.deletedCustomers.add(id);
  if (settings) state.settings = settings;
  keys.restore(idempotencyKeys);
  for (const id of undelivered) {
    const event = state.events.find(id);
    if (event) events.resend(event);
  }
}
