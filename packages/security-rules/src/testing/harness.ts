import type { FirestoreRulesRequest, RulesDecision, RulesDocument, Ruleset } from '../api';
import { compileRules } from '../compile';

/** What the tests of the interpreter share. */

const DATABASE = '/databases/(default)/documents';
export const NOW = '2026-02-03T04:05:06.789Z';

/** Compiles or fails the test with the issues. */
export function ruleset(content: string): Ruleset {
  const compiled = compileRules([{ name: 'firestore.rules', content }]);
  if (compiled.ruleset === null) throw new Error(JSON.stringify(compiled.issues, null, 1));
  return compiled.ruleset;
}

/** A Firestore ruleset of one condition on every document, with optional functions before it. */
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

/** A request with the defaults of a signed-in get of `things/t1`; `path` is relative to the database. */
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

/** The decision on a document read when `condition` is the rule. */
export function evaluateCondition(
  condition: string,
  given: Parameters<typeof firestoreRequest>[0] = {},
  functions = '',
): RulesDecision {
  return ruleset(conditionRules(condition, functions)).evaluate(firestoreRequest(given));
}
