import { FirestoreError } from '../database/errors';

const RESOURCE = /^projects\/([^/]+)\/databases\/([^/]+)(?:\/documents(?:\/(.*))?)?$/s;

/** The parts of `projects/P/databases/D[/documents[/PATH]]`. `path` is '' for the database root. */
interface ResourceName {
  database: string;
  projectId: string;
  databaseId: string;
  path: string;
}

/** @throws FirestoreError INVALID_ARGUMENT if the text is not a resource name */
export function parseName(name: string | undefined): ResourceName {
  const match = RESOURCE.exec(name ?? '');
  if (!match) throw new FirestoreError('INVALID_ARGUMENT', `Invalid resource name: "${name ?? ''}".`);
  const [, projectId = '', databaseId = '', path = ''] = match;
  return { database: `projects/${projectId}/databases/${databaseId}`, projectId, databaseId, path };
}

const ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns 20 random letters and digits, like the ids that Firestore's SDKs generate. */
export function autoId(): string {
  return Array.from({ length: 20 }, () => ID_ALPHABET[Math.floor(Math.random() * ID_ALPHABET.length)]).join('');
}
