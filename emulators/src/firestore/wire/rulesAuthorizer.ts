import type { FirestoreRulesRequest, RulesAuth, RulesDocument, Ruleset } from '../../rules/api';
import type { Authorizer, DocumentLookup } from '../database/api';
import { permissionDenied } from '../database/errors';
import type { Document } from '../database/types';

interface RulesAuthorizerOptions {
  /** Asked anew for every decision, so that a stream opened under old rules obeys the new ones. */
  ruleset: () => Ruleset;
  auth: RulesAuth | null;
  projectId: string;
  /** The latest committed state, for get() and exists() in rules about reads. */
  peek: (name: string) => Document | null;
  /** Told why a request was refused; a client only learns that it was. */
  log: (refusal: string) => void;
}

/** The database's question "may this caller?" answered by security rules. */
export function rulesAuthorizer({ ruleset, auth, projectId, peek, log }: RulesAuthorizerOptions): Authorizer {
  const prefix = `projects/${projectId}`;
  const pathOf = (name: string) => name.slice(prefix.length);

  const demand = (
    question: Pick<FirestoreRulesRequest, 'method' | 'path'> &
      Partial<Pick<FirestoreRulesRequest, 'resource' | 'newResource' | 'query'>>,
    lookup: DocumentLookup = peek,
  ) => {
    const decision = ruleset().evaluate({
      service: 'cloud.firestore',
      time: new Date(),
      auth,
      resource: null,
      newResource: null,
      ...question,
      lookup: (path, when): RulesDocument | null => lookup(`${prefix}${path}`, when),
    });
    if (decision.allow) return;
    log(`${question.method} ${question.path} refused for ${auth?.uid ?? 'a signed-out client'}: ${decision.reason}`);
    throw permissionDenied();
  };

  return {
    get: (name, document) => demand({ method: 'get', path: pathOf(name), resource: document }),
    list: (parent, query) => {
      for (const { collectionId = '', allDescendants = false } of query.from ?? []) {
        demand({ method: 'list', path: `${pathOf(parent)}/${collectionId}`, query: { ...query, allDescendants } });
      }
    },
    write: ({ name, before, after, lookup }) => {
      const method = after === null ? 'delete' : before === null ? 'create' : 'update';
      demand({ method, path: pathOf(name), resource: before, newResource: after }, lookup);
    },
  };
}
