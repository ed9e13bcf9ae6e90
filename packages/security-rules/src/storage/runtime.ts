import { NeedsDocument, type RulesDocument, type Ruleset, type RulesIssue, type StorageRulesMethod } from '../api';
import { compileRules } from '../compile';

/**
 * The Storage rules runtime of firebase-tools. Reads and writes one JSON message per line.
 * Source: firebase-tools, src/emulator/storage/rules/runtime.ts.
 */

type Json = Record<string, unknown>;

interface Verification {
  ruleset: Ruleset;
  path: string;
  method: StorageRulesMethod;
  variables: { resource?: unknown; request?: unknown };
  documents: Map<string, RulesDocument | null>;
  /** Path of the document that the emulator was asked to fetch. */
  awaited: string;
}

/** Source: firebase-tools, src/emulator/storage/rules/types.ts (RulesetOperationMethod) */
const METHODS: ReadonlySet<string> = new Set(['read', 'write', 'get', 'list', 'create', 'update', 'delete']);

export class StorageRulesRuntime {
  private readonly rulesets = new Map<string, Ruleset>();
  private readonly pending = new Map<unknown, Verification>();

  /** The line that tells firebase-tools that the runtime is ready. */
  readonly greeting = { id: -1, status: 'ok' };

  /**
   * Handles one line. Returns null if it is not a message. Every reply has the status "ok", because firebase-tools
   * waits forever after any other; it reads `errors` instead.
   */
  handle(line: string): Json | null {
    const message = parse(line);
    if (message === null || message.id === undefined) return null;
    const { id, action } = message;
    const context = (message.context ?? {}) as Json;
    try {
      if (action === 'load_ruleset') return this.load(id, context);
      if (action === 'verify') return this.verify(id, this.verification(context));
      const pending = this.pending.get(id);
      if (action === undefined && pending !== undefined) return this.fetched(id, pending, message);
      return failure(id, `Unknown action: ${String(action)}.`);
    } catch (error) {
      return failure(id, error instanceof Error ? error.message : String(error));
    }
  }

  private load(id: unknown, { rulesetName, source }: Json): Json {
    const files = ((source as Json | undefined)?.files ?? []) as { name: string; content: string }[];
    const { ruleset, issues } = compileRules(files);
    if (ruleset !== null) this.rulesets.set(String(rulesetName), ruleset);
    return {
      id,
      status: 'ok',
      errors: issues.filter(({ severity }) => severity === 'ERROR').map(issueText),
      warnings: issues.filter(({ severity }) => severity === 'WARNING').map(issueText),
      result: ruleset === null ? {} : { rulesVersion: ruleset.rulesVersion },
    };
  }

  private verification({ rulesetName, path, method, variables }: Json): Verification {
    const ruleset = this.rulesets.get(String(rulesetName));
    if (ruleset === undefined) throw new Error(`Unknown ruleset: ${String(rulesetName)}.`);
    if (!METHODS.has(String(method))) throw new Error(`Unknown method: ${String(method)}.`);
    return {
      ruleset,
      path: String(path),
      method: method as StorageRulesMethod,
      variables: (variables ?? {}) as Verification['variables'],
      documents: new Map(),
      awaited: '',
    };
  }

  private verify(id: unknown, verification: Verification): Json {
    const { ruleset, path, method, variables, documents } = verification;
    const lookup = (wanted: string): RulesDocument | null => {
      const document = documents.get(wanted);
      if (document === undefined) throw new NeedsDocument(wanted);
      return document;
    };
    try {
      const {
        allow,
        reason,
        debug = [],
      } = ruleset.evaluate({ service: 'firebase.storage', method, path, variables, lookup });
      const warnings = [...debug.map((text) => `debug: ${text}`), ...(allow ? [] : [reason])];
      return { id, status: 'ok', errors: [], warnings, result: { permit: allow } };
    } catch (error) {
      if (!(error instanceof NeedsDocument)) throw error;
      this.pending.set(id, { ...verification, awaited: error.path });
      return {
        server_request_id: id,
        status: 'ok',
        action: 'fetch_firestore_document',
        context: { path: error.path },
      };
    }
  }

  private fetched(id: unknown, verification: Verification, { status, result }: Json): Json {
    this.pending.delete(id);
    const { name, fields } = (result ?? {}) as Json;
    const document = {
      name: String(name),
      fields: (fields ?? {}) as RulesDocument['fields'],
    };
    verification.documents.set(verification.awaited, status === 'ok' ? document : null);
    return this.verify(id, verification);
  }
}

function parse(line: string): Json | null {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' && message !== null ? (message as Json) : null;
  } catch {
    return null;
  }
}

function failure(id: unknown, message: string): Json {
  return { id, status: 'ok', errors: [message], warnings: [], result: { permit: false } };
}

/** firebase-tools expects the names of Google's Java fields, which end in underscores. */
function issueText({ severity, description, sourcePosition }: RulesIssue): string {
  const { fileName, line, column } = sourcePosition;
  return JSON.stringify({
    description_: description,
    severity_: severity,
    sourcePosition_: { fileName_: fileName, line_: line, column_: column },
  });
}
