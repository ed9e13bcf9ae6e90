import type { FirestoreRulesRequest, RulesAuth, RulesDocument, Ruleset } from '@heirlight/security-rules';
import type { Authorizer, Circumstances, DocumentLookup } from '../database/api';
import { permissionDenied } from '../database/errors';
import type { Document } from '../database/types';

/**
 * How many documents the rules may look up for one batch, transaction or read of several documents. The interpreter
 * enforces the limit of ten per operation. Source: https://firebase.google.com/docs/firestore/quotas#security_rules
 */
const MAX_ACCESS_CALLS = 20;

interface RulesAuthorizerOptions {
  /** Called for every decision, so that open streams obey new rules. */
  ruleset: () => Ruleset;
  auth: RulesAuth | null;
  projectId: string;
  /** Returns the latest committed state, for get() and exists() in rules for reads. */
  peek: (name: string) => Document | null;
  /** Receives the reason for each denied request. Clients do not receive it. */
  log: (rejection: string) => void;
}

/** An authorizer that applies security rules. */
export function rulesAuthorizer({ ruleset, auth, projectId, peek, log }: RulesAuthorizerOptions): Authorizer {
  const prefix = `projects/${projectId}`;
  const pathOf = (name: string) => name.slice(prefix.length);

  const demand = (
    question: Pick<FirestoreRulesRequest, 'method' | 'path'> &
      Partial<Pick<FirestoreRulesRequest, 'resource' | 'newResource' | 'query'>>,
    { time = new Date().toISOString(), lookedUp }: Partial<Circumstances> = {},
    lookup: DocumentLookup = peek,
  ) => {
    const decision = ruleset().evaluate({
      service: 'cloud.firestore',
      time,
      auth,
      resource: null,
      newResource: null,
      ...question,
      ...(lookedUp && { accessBudget: { documents: lookedUp, limit: MAX_ACCESS_CALLS } }),
      lookup: (path, when): RulesDocument | null => lookup(`${prefix}${path}`, when),
    });
    if (decision.allow) return;
    log(`${question.method} ${question.path} refused for ${auth?.uid ?? 'a signed-out client'}: ${decision.reason}`);
    throw permissionDenied();
  };

  return {
    get: (name, document, circumstances) =>
      demand({ method: 'get', path: pathOf(name), resource: document }, circumstances),
    list: (parent, query, circumstances) => {
      // A query that names no collection reads all collections, like `from: [{}]`.
      for (const { collectionId = '', allDescendants = false } of query.from?.length ? query.from : [{}]) {
        const path = `${pathOf(parent)}/${collectionId}`;
        demand({ method: 'list', path, query: { ...query, allDescendants } }, circumstances);
      }
    },
    write: ({ name, before, after, lookup }, circumstances) => {
      const method = after === null ? 'delete' : before === null ? 'create' : 'update';
      demand({ method, path: pathOf(name), resource: before, newResource: after }, circumstances, lookup);
    },
  };
}
