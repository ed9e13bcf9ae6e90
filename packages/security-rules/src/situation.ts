import type { ServiceCall } from './evaluate';
import type { RequestSegment } from './matchPath';
import type { RulesValue } from './values/values';

/** One access that the rules must allow: its path, its variables and its lookups. */
export interface Situation {
  path: readonly RequestSegment[];
  /** `request` and `resource`. */
  variables: ReadonlyMap<string, RulesValue>;
  callService: ServiceCall;
}
