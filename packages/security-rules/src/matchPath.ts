import type { PatternSegment } from './ast';
import { PathValue, type RulesValue, UNKNOWN, type Unknown } from './values/values';

/** Any number of segments, none included, that a collection group query leaves open. */
export const ANY_DEPTH = Symbol('any depth');
export type RequestSegment = string | Unknown | typeof ANY_DEPTH;

interface PathMatch {
  captures: Map<string, RulesValue>;
  /** Index of the first segment that the pattern did not take. */
  next: number;
}

/**
 * Every way `pattern` can take segments of `path` from `start` on. An open segment is only taken by a capture or a
 * recursive wildcard, so a match holds for whatever it turns out to be.
 * Source: https://firebase.google.com/docs/rules/rules-language#match
 */
export function* matchPath(
  pattern: readonly PatternSegment[],
  path: readonly RequestSegment[],
  options: { start: number; version: 1 | 2 },
): Generator<PathMatch> {
  yield* step(0, options.start, new Map());

  function* step(i: number, at: number, captures: Map<string, RulesValue>): Generator<PathMatch> {
    const segment = pattern[i];
    if (segment === undefined) {
      yield { captures, next: at };
      return;
    }
    const actual = path[at];
    if (segment.kind === 'glob') {
      const first = options.version === 1 ? path.length : at;
      // Version 1 wants at least one segment, and knows no collection groups.
      if (options.version === 1 && (at === path.length || path.includes(ANY_DEPTH))) return;
      for (let next = path.length; next >= first; next--) {
        yield* step(i + 1, next, new Map(captures).set(segment.name, globValue(path.slice(at, next))));
      }
    } else if (segment.kind === 'text') {
      if (actual === segment.text) yield* step(i + 1, at + 1, captures);
    } else if (actual !== undefined && actual !== ANY_DEPTH) {
      yield* step(i + 1, at + 1, new Map(captures).set(segment.name, actual));
    }
  }
}

function globValue(segments: readonly RequestSegment[]): RulesValue {
  const known = segments.filter((segment) => typeof segment === 'string');
  return known.length === segments.length ? new PathValue(known) : UNKNOWN;
}
