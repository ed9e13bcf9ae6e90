import type { EventLog } from './eventLog';
import type { StripeState } from './state';

/** What refunds and disputes work on: the state, and the log that tells webhooks. */
export interface MoneyBack {
  state: StripeState;
  events: EventLog;
}
