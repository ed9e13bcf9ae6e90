import type { ServiceCall } from './evaluate';
import type { RequestSegment } from './matchPath';
import type { RulesValue } from './values/values';

/** One thing the rules have to allow: where, what they can see, and what they can ask. */
export interface Situation {
  path: readonly RequestSegment[];
  /** `request` and `resource`. */
  variables: ReadonlyMap<string, RulesValue>;
  callService: ServiceCall;
}
