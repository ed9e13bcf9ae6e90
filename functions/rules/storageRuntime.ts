import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const REPOSITORY = join(__dirname, '../..');

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
  id?: number;
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

/** Asks the product's storage.rules as firebase-tools does: one JSON message a line, documents looked up on demand. */
export class StorageRuntime {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (message: RuntimeMessage) => void>();
  readonly #accounts: Record<string, Record<string, number | string>>;
  #nextId = 0;

  constructor(accounts: Record<string, Record<string, number | string>>) {
    this.#accounts = accounts;
    const file = join(REPOSITORY, 'packages/security-rules/dist/storage-rules.mjs');
    this.#child = spawn(process.execPath, [file, 'serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: this.#child.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => this.#receive(JSON.parse(line)));
  }

  async load(): Promise<string[]> {
    const content = readFileSync(join(REPOSITORY, 'storage.rules'), 'utf8');
    const source = { files: [{ name: 'storage.rules', content }] };
    const answer = await this.#ask('load_ruleset', { rulesetName: 'r', source });
    return answer.errors ?? [];
  }

  async permits({ method, path, uid, file, exists = false }: StorageCheck): Promise<boolean> {
    const stored = { name: path, bucket: 'b', contentType: 'image/jpeg', size: 1, metadata: { tool: 'deeprestore' } };
    const request = {
      auth: uid === undefined ? null : { uid, token: { sub: uid } },
      resource: file ? { name: path, bucket: 'b', ...file } : null,
    };
    const { result } = await this.#ask('verify', {
      rulesetName: 'r',
      service: 'firebase.storage',
      path: `/b/b/o/${path}`,
      method,
      variables: { request: encode(request), resource: encode(exists ? stored : null) },
    });
    return result?.permit ?? false;
  }

  close(): void {
    this.#child.kill('SIGINT');
  }

  #ask(action: string, context: Encoded): Promise<RuntimeMessage> {
    const id = this.#nextId++;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({ action, id, context });
    });
  }

  #send(message: Encoded): void {
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  #receive(message: RuntimeMessage): void {
    if (message.server_request_id !== undefined) {
      const path = message.context?.path ?? '';
      const account = this.#accounts[path.split('/').at(-1) ?? ''];
      const fields = Object.fromEntries(
        Object.entries(account ?? {}).map(([key, value]) => [
          key,
          typeof value === 'number' ? { integerValue: String(value) } : { timestampValue: value },
        ]),
      );
      const result = account ? { name: `projects/p${path}`, fields } : {};
      this.#send({ id: message.server_request_id, status: account ? 'ok' : 'not_found', result, errors: [] });
      return;
    }
    const id = message.id ?? -1;
    this.#waiting.get(id)?.(message);
    this.#waiting.delete(id);
  }
}
