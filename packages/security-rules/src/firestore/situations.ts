import type { FirestoreRulesRequest } from '../api';
import { ANY_DEPTH, type RequestSegment } from '../matchPath';
import { alternatives, FieldFacts, namedDocument, RecordFacts, TypeFacts } from '../queryConstraints';
import type { Situation } from '../situation';
import { fromJson, integerFrom, resourceFrom, timestampFrom } from '../values/json';
import { PathValue, type RulesMap, type RulesValue, Unknown } from '../values/values';
import { documentAccess } from './access';

/** https://firebase.google.com/docs/firestore/quotas#security_rules */
const MAX_ACCESS_CALLS = 10;

/** The situations of a Firestore request, which must all be allowed: one, or one per alternative of a query. */
export function firestoreSituations(request: FirestoreRulesRequest): Situation[] {
  // The alternatives of a query are one operation, so they share one limit.
  const callService = documentAccess({
    find: (path, when) => request.lookup(path, when),
    prefix: '',
    limit: MAX_ACCESS_CALLS,
    ...(request.accessBudget && { shared: request.accessBudget }),
  });
  const segments = request.path.split('/').filter((segment) => segment !== '');
  const variables = (resource: RulesValue): RulesMap =>
    new Map<string, RulesValue>([
      ['request', requestVariable(request, segments)],
      ['resource', resource],
    ]);
  if (request.method !== 'list') {
    const resource = request.resource === null ? null : resourceFrom(request.resource);
    return [{ path: segments, variables: variables(resource), callService }];
  }
  const query = request.query ?? {};
  const orderBy = orders(query).map(({ field }) => field);
  return alternatives(query.where).map((conditions) => {
    const path = listPath(segments, query, namedDocument(conditions));
    const data = new Unknown(FieldFacts.ofDocument(conditions, orderBy));
    return { path, variables: variables(foundDocument(path, data)), callService };
  });
}

/** The path of the documents that a query may find, with their id, and for groups their depth, unknown. */
function listPath(
  collection: readonly string[],
  query: Record<string, unknown>,
  named: RulesValue | undefined,
): RequestSegment[] {
  if (named instanceof PathValue) return named.segments.map(String);
  const [from] = Array.isArray(query.from) ? query.from : [];
  const everywhere = query.allDescendants === true || from?.allDescendants === true;
  const [id, anyCollection] = [new Unknown(new TypeFacts('string')), new Unknown(new TypeFacts('string'))];
  // `/databases/{database}/documents` is three long: an even rest means the last segment is a parent, not a collection.
  const kindless = collection.length % 2 === 1;
  if (!everywhere) return kindless ? [...collection, anyCollection, id] : [...collection, id];
  const parent = kindless ? collection : collection.slice(0, -1);
  return kindless ? [...parent, ANY_DEPTH, id] : [...parent, ANY_DEPTH, collection.at(-1) ?? '', id];
}

function foundDocument(path: readonly RequestSegment[], data: Unknown): Unknown {
  const known = path.filter((segment) => typeof segment === 'string');
  const id = path.at(-1);
  const name = known.length === path.length ? new PathValue(known) : new Unknown(new TypeFacts('path'));
  return new Unknown(
    new RecordFacts(
      new Map<string, RulesValue>([
        ['data', data],
        ['id', typeof id === 'string' || id instanceof Unknown ? id : ''],
        ['__name__', name],
      ]),
    ),
  );
}

/** https://firebase.google.com/docs/reference/rules/rules.firestore.Request */
function requestVariable(request: FirestoreRulesRequest, segments: readonly string[]): RulesMap {
  const { auth, method, time, newResource } = request;
  const fields = new Map<string, RulesValue>([
    ['auth', auth === null ? null : fromJson({ uid: auth.uid, token: auth.token })],
    ['method', method],
    ['path', new PathValue(segments)],
    ['time', timestampFrom(time)],
    ['resource', newResource === null ? null : resourceFrom(newResource)],
  ]);
  if (method === 'list') fields.set('query', queryVariable(request.query ?? {}));
  return fields;
}

/** Contains only the clauses that the query has, so a rule that reads another one fails. */
function queryVariable(query: Record<string, unknown>): RulesMap {
  const fields = new Map<string, RulesValue>();
  for (const name of ['limit', 'offset'] as const) {
    const clause = query[name];
    const number = typeof clause === 'object' && clause !== null && 'value' in clause ? clause.value : clause;
    if (number !== undefined && number !== null) fields.set(name, integerFrom(number));
  }
  const orderBy = orders(query);
  if (orderBy.length > 0) fields.set('orderBy', new Map(orderBy.map(({ field, direction }) => [field, direction])));
  return fields;
}

function orders(query: Record<string, unknown>): { field: string; direction: 'ASC' | 'DESC' }[] {
  return (Array.isArray(query.orderBy) ? query.orderBy : []).map((order) => ({
    field: String(order?.field?.fieldPath ?? ''),
    direction: order?.direction === 'DESCENDING' ? 'DESC' : 'ASC',
  }));
}
