import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StorageRulesRuntime } from '@heirlight/security-rules/storage/runtime';

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
interface RuntimeMessage {
  server_request_id?: number;
  errors?: string[];
  result?: { permit?: boolean };
  context?: { path?: string };
}

function encode(value: unknown): Encoded {
  if (value === null || value === undefined) return { null_value: null };
  if (typeof value === 'string') return { string_value: value };
  if (typeof value === 'number') return { int_value: value };
  if (typeof value === 'boolean') return { bool_value: value };
  const fields = Object.entries(value).map(([key, entry]) => [key, encode(entry)] as const);
  return { map_value: { fields: Object.fromEntries(fields) } };
}

/** A Firestore document that the rules look up: counts and dates. */
type AccountFields = Record<string, number | string>;

/** Asks the product's storage.rules in the way firebase-tools does: by messages, with documents looked up on demand. */
export class StorageRules {
  readonly #runtime = new StorageRulesRuntime();
  readonly #accounts: Record<string, AccountFields>;
  #nextId = 0;

  /** @throws Error if storage.rules does not compile */
  constructor(accounts: Record<string, AccountFields>) {
    this.#accounts = accounts;
    const source = { files: [{ name: 'storage.rules', content: readFileSync(RULES, 'utf8') }] };
    const { errors = [] } = this.#ask('load_ruleset', { rulesetName: 'r', source });
    if (errors.length > 0) throw new Error(errors.join('\n'));
  }

  permits({ method, path, uid, file, exists = false }: StorageCheck): boolean {
    const stored = { name: path, bucket: 'b', contentType: 'image/jpeg', size: 1, metadata: { tool: 'deeprestore' } };
    const request = {
      auth: uid === undefined ? null : { uid, token: { sub: uid } },
      resource: file ? { name: path, bucket: 'b', ...file } : null,
    };
    const { result } = this.#ask('verify', {
      rulesetName: 'r',
      service: 'firebase.storage',
      path: `/b/b/o/${path}`,
      method,
      variables: { request: encode(request), resource: encode(exists ? stored : null) },
    });
    return result?.permit ?? false;
  }

  #ask(action: string, context: Encoded): RuntimeMessage {
    const id = this.#nextId++;
    let reply = this.#send({ action, id, context });
    while (reply.server_request_id !== undefined) reply = this.#send({ id, ...this.#document(reply.context?.path) });
    return reply;
  }

  #send(message: Encoded): RuntimeMessage {
    return this.#runtime.handle(JSON.stringify(message)) ?? {};
  }

  #document(path = ''): Encoded {
    const account = this.#accounts[path.split('/').at(-1) ?? ''];
    if (!account) return { status: 'not_found', result: {} };
    const fields = Object.fromEntries(
      Object.entries(account).map(([key, value]) => [
        key,
        typeof value === 'number' ? { integerValue: String(value) } : { timestampValue: value },
      ]),
    );
    return { status: 'ok', result: { name: `projects/p${path}`, fields } };
  }
}
