import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FirestoreError } from '../../database/errors';
import type { Document } from '../../database/types';
import type { Backend } from '../backend';

/** Identifies the format, so that an export of Google's emulator is refused with a clear message. */
const FORMAT = 'heirlight-firestore-export-1';
const DOCUMENTS_FILE = 'documents.ndjson';

/**
 * Writes each document of a database as one JSON line under `directory/name/`, and the metadata file whose path
 * firebase-tools stores and passes as `--seed_from_export` at the next start.
 */
export async function exportDatabase(
  backend: Backend,
  { database, directory, name }: { database: string; directory: string; name: string },
): Promise<void> {
  const target = join(directory, name);
  await mkdir(target, { recursive: true });
  const documents = backend.databaseOf(database).exportDocuments();
  await pipeline(Readable.from(lines(documents)), createWriteStream(join(target, DOCUMENTS_FILE)));
  const metadata = { format: FORMAT, database, documents: DOCUMENTS_FILE };
  await writeFile(join(target, `${name}.overall_export_metadata`), `${JSON.stringify(metadata, null, 2)}\n`);
}

function* lines(documents: Iterable<Document>): Generator<string> {
  for (const document of documents) yield `${JSON.stringify(document)}\n`;
}

/**
 * Imports an export and returns the number of documents.
 *
 * @param path the export's metadata file or the folder that holds it
 * @throws Error with a message for people if it cannot be read
 */
export async function importDatabase(backend: Backend, path: string): Promise<number> {
  const file = (await stat(path)).isDirectory() ? join(path, 'firestore_export.overall_export_metadata') : path;
  const metadata = readMetadata(await readFile(file, 'utf8'), file);
  const documents: Document[] = [];
  const input = createReadStream(join(dirname(file), metadata.documents), 'utf8');
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line !== '') documents.push(JSON.parse(line) as Document);
  }
  backend.databaseOf(metadata.database).importDocuments(documents);
  return documents.length;
}

function readMetadata(text: string, file: string): { database: string; documents: string } {
  const foreign = new FirestoreError('INVALID_ARGUMENT', `${file} is not an export of this local Firestore.`);
  try {
    const metadata = JSON.parse(text) as { format?: string; database?: string; documents?: string };
    if (metadata.format !== FORMAT || !metadata.database || !metadata.documents) throw foreign;
    return { database: metadata.database, documents: metadata.documents };
  } catch {
    throw foreign;
  }
}
