import type { EventLog } from '../eventLog';
import type { RawMap } from '../form';
import { flag, integer, map, optional, type Parser, text } from '../params';
import type { StripeState } from '../state';

export interface ApiCall {
  state: StripeState;
  events: EventLog;
  /** Where this server is reached. */
  origin: string;
  /** The form or the query, without `expand`. */
  params: RawMap;
  /** The path, and the id in it. */
  path: string;
  id: string;
}

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE';
  pattern: string;
  /** Returns the body of a response with status 200. @throws StripeApiError */
  run(call: ApiCall): object;
}

export const paging = {
  limit: optional(integer),
  starting_after: optional(text),
  ending_before: optional(text),
};

type Range = { gt?: number; gte?: number; lt?: number; lte?: number };
const bounds = map({ gt: optional(integer), gte: optional(integer), lt: optional(integer), lte: optional(integer) });

/** `created=…` or `created[gte]=…`, in Unix seconds, as a test of an object. */
export const createdIn: Parser<(object: { created: number }) => boolean> = (raw, name) => {
  const exact = typeof raw === 'string' ? integer(raw, name) : undefined;
  const { gt, gte, lt, lte }: Range = (
    exact === undefined ? (raw === undefined ? {} : bounds(raw, name)) : { gte: exact, lte: exact }
  ) as Range;
  return ({ created }) =>
    created > (gt ?? Number.NEGATIVE_INFINITY) &&
    created >= (gte ?? Number.NEGATIVE_INFINITY) &&
    created < (lt ?? Number.POSITIVE_INFINITY) &&
    created <= (lte ?? Number.POSITIVE_INFINITY);
};

/** True when a filter was not given or is met. */
export function fits<T>(wanted: T | undefined, actual: T): boolean {
  return wanted === undefined || wanted === actual;
}

export const active = optional(flag);
