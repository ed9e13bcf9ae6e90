import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileRules, type RulesDocument, type Ruleset } from '@heirlight/security-rules';

const RULES = join(__dirname, '../../storage.rules');

export interface StorageCheck {
  method: 'get' | 'list' | 'create' | 'update' | 'delete';
  path: string;
  uid?: string;
  /** The file as it would be after the request; custom metadata apart. */
  file?: { contentType?: string; size?: number; metadata?: Record<string, string> };
  /** Whether there is a file at the path already. */
  exists?: boolean;
}

type Encoded = Record<string, unknown>;
/** As the Storage rules runtime of firebase-tools gets its values. */
function encode(value: unknown): Encoded {
  if (value === null || value === undefined) return { null_value: null };
  if (typeof value === 'string') return { string_value: value };
  if (typeof value === 'number') return { int_value: value };
  if (typeof value === 'boolean') return { bool_value: value };
  const fields = Object.entries(value).map(([key, entry]) => [key, encode(entry)] as const);
  return { map_value: { fields: Object.fromEntries(fields) } };
}

/** Fields of a document that the rules look up: counts and dates. */
type AccountFields = Record<string, number | string>;

function accountDocument(path: string, account: AccountFields): RulesDocument {
  const fields = Object.entries(account).map(([key, value]) => [
    key,
    typeof value === 'number' ? { integerValue: String(value) } : { timestampValue: value },
  ]);
  return { name: `projects/p${path}`, fields: Object.fromEntries(fields) };
}

function compiled(): Ruleset {
  const { ruleset, issues } = compileRules([{ name: 'storage.rules', content: readFileSync(RULES, 'utf8') }]);
  if (!ruleset) throw new Error(issues.map(({ description }) => description).join('\n'));
  return ruleset;
}

/** What the product's storage.rules decide. `accounts` are the documents of `users`, by id. */
export function storageRules(accounts: Record<string, AccountFields>): (check: StorageCheck) => boolean {
  const ruleset = compiled();
  const lookup = (path: string): RulesDocument | null => {
    const account = accounts[path.split('/').at(-1) ?? ''];
    return account ? accountDocument(path, account) : null;
  };
  return ({ method, path, uid, file, exists = false }) => {
    const stored = { name: path, bucket: 'b', contentType: 'image/jpeg', size: 1, metadata: { tool: 'deeprestore' } };
    const request = {
      auth: uid === undefined ? null : { uid, token: { sub: uid } },
      resource: file ? { name: path, bucket: 'b', ...file } : null,
    };
    const variables = { request: encode(request), resource: encode(exists ? stored : null) };
    return ruleset.evaluate({ service: 'firebase.storage', method, path: `/b/b/o/${path}`, variables, lookup }).allow;
  };
}
