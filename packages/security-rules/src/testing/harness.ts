import type { FirestoreRulesRequest, RulesDecision, RulesDocument, Ruleset } from '../api';
import { compileRules } from '../compile';

/** Helpers of the interpreter's tests. */

const DATABASE = '/databases/(default)/documents';
const NOW = '2026-02-03T04:05:06.789Z';

/** Compiles rules. Throws with the issues if they have errors. */
export function ruleset(content: string): Ruleset {
  const compiled = compileRules([{ name: 'firestore.rules', content }]);
  if (compiled.ruleset === null) throw new Error(JSON.stringify(compiled.issues, null, 1));
  return compiled.ruleset;
}

/** Firestore rules with one condition for all documents, and optional functions. */
export function conditionRules(condition: string, functions = ''): string {
  return `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    ${functions}
    match /{document=**} {
      allow read, write: if ${condition};
    }
  }
}`;
}

export function document(path: string, fields: RulesDocument['fields'] = {}): RulesDocument {
  return { name: `projects/demo${DATABASE}/${path}`, fields };
}

/** A request. By default a get of `things/t1` by a signed-in user. `path` is relative to the database. */
export function firestoreRequest(
  given: Partial<Omit<FirestoreRulesRequest, 'service'>> & { documents?: RulesDocument[] } = {},
): FirestoreRulesRequest {
  const { path = 'things/t1', documents = [], ...rest } = given;
  return {
    service: 'cloud.firestore',
    method: 'get',
    time: NOW,
    auth: { uid: 'alice', token: { sub: 'alice', email: 'alice@example.com', email_verified: true } },
    resource: null,
    newResource: null,
    lookup: (wanted) => documents.find(({ name }) => name === `projects/demo${wanted}`) ?? null,
    ...rest,
    path: `${DATABASE}/${path}`,
  };
}

/** Decides a read of a document whose rule is `condition`. */
export function evaluateCondition(
  condition: string,
  given: Parameters<typeof firestoreRequest>[0] = {},
  functions = '',
): RulesDecision {
  return ruleset(conditionRules(condition, functions)).evaluate(firestoreRequest(given));
}
