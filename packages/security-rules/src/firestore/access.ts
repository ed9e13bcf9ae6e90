import type { AccessBudget, RulesDocument } from '../api';
import { LimitExceeded, type ServiceCall } from '../evaluate';
import { typeError } from '../operators';
import { resourceFrom } from '../values/json';
import { fail, PathValue, Placeholder, type Result, type RulesValue } from '../values/values';

/** Finds a document. `path` is as in rules. */
type Find = (path: string, when: 'before' | 'after') => RulesDocument | null;

/**
 * `get` and the like, using `find`. Only different documents count towards the limit.
 * Source: https://firebase.google.com/docs/firestore/security/rules-conditions#access_call_limits
 */
export function documentAccess(options: {
  find: Find;
  prefix: string;
  limit: number;
  shared?: AccessBudget;
}): ServiceCall {
  const { find, prefix, limit, shared } = options;
  const seen = new Map<string, RulesDocument | null>();
  const lookup = (path: string, when: 'before' | 'after'): RulesDocument | null => {
    const key = `${when} ${path}`;
    const known = seen.get(key);
    if (known !== undefined) return known;
    if (seen.size >= limit) throw new LimitExceeded(`More than ${limit} document access calls.`);
    if (shared !== undefined) {
      if (!shared.documents.has(key) && shared.documents.size >= shared.limit) {
        throw new LimitExceeded(`More than ${shared.limit} document access calls in one request.`);
      }
      shared.documents.add(key);
    }
    const document = find(path, when);
    seen.set(key, document);
    return document;
  };
  const answer = (name: string, path: string): Result => {
    const when = name.endsWith('After') ? 'after' : 'before';
    if (name === 'exists' || name === 'existsAfter') return lookup(path, when) !== null;
    const document = lookup(path, when);
    return document === null ? null : resourceFrom(document);
  };
  return (name, [argument = null]) => {
    const plain = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    if (!['get', 'exists', 'getAfter', 'existsAfter'].includes(plain)) return undefined;
    if (!(argument instanceof PathValue)) return typeError('path', argument);
    return isDocumentPath(argument) ? answer(plain, argument.toString()) : fail(`Not a document's path: ${argument}.`);
  };
}

/** Whether a path is `/databases/{database}/documents/` followed by pairs of collection and document. */
function isDocumentPath({ segments }: PathValue): boolean {
  const whole = segments.every((segment: RulesValue | Placeholder) => !(segment instanceof Placeholder));
  return (
    whole &&
    segments[0] === 'databases' &&
    segments[2] === 'documents' &&
    segments.length > 3 &&
    segments.length % 2 === 1
  );
}
