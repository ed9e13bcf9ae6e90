import type { EventLog } from './eventLog';
import type { StripeState } from './state';

/** What refunds and disputes work on: the books, and whoever is told. */
export interface MoneyBack {
  state: StripeState;
  events: EventLog;
}
