import type { StorageRulesRequest } from '../api';
import { documentAccess } from '../firestore/access';
import type { Situation } from '../situation';
import type { RulesValue } from '../values/values';
import { fromRuntimeValue } from './values';

/** Firestore documents per request. Source: https://firebase.google.com/docs/storage/security#limits */
const MAX_ACCESS_CALLS = 2;

/** A Storage request is always one situation. */
export function storageSituations(request: StorageRulesRequest): Situation[] {
  const sent = fromRuntimeValue(request.variables.request);
  const fields = new Map<string, RulesValue>(sent instanceof Map ? sent : []);
  if (!fields.has('method')) fields.set('method', request.method);
  return [
    {
      path: request.path.split('/').filter((segment) => segment !== ''),
      variables: new Map<string, RulesValue>([
        ['request', fields],
        ['resource', fromRuntimeValue(request.variables.resource)],
      ]),
      callService: documentAccess({
        find: (path) => request.lookup(path),
        prefix: 'firestore.',
        limit: MAX_ACCESS_CALLS,
      }),
    },
  ];
}
