import type { Database } from '../../database/api';
import type { Document, DocumentMask, Precondition, TransactionOptions, Write } from '../../database/types';
import type { Call } from '../backend';
import { autoId } from '../names';
import { enter, handler } from './handler';

interface CreateRequest {
  parent: string;
  collectionId: string;
  documentId?: string;
  document?: Pick<Document, 'fields'>;
  mask?: DocumentMask;
}

interface UpdateRequest {
  document?: Pick<Document, 'name' | 'fields'>;
  updateMask?: DocumentMask;
  mask?: DocumentMask;
  currentDocument?: Precondition;
}

/** Single documents, transactions and commits. */
export const documentCalls = {
  GetDocument: handler(async (call, request: Parameters<Database['getDocument']>[0]) => {
    const { database, auth } = enter(call, request.name);
    return database.getDocument(request, auth);
  }),
  CreateDocument: handler(async (call, { parent, collectionId, documentId, document, mask }: CreateRequest) => {
    const name = `${parent}/${collectionId}/${documentId || autoId()}`;
    const update = { name, fields: document?.fields ?? {} };
    return writeOne(call, { update, currentDocument: { exists: false } }, mask);
  }),
  UpdateDocument: handler(async (call, { document, updateMask, mask, currentDocument }: UpdateRequest) => {
    const update = { name: document?.name ?? '', fields: document?.fields ?? {} };
    return writeOne(
      call,
      { update, ...(updateMask && { updateMask }), ...(currentDocument && { currentDocument }) },
      mask,
    );
  }),
  DeleteDocument: handler(async (call, request: { name: string; currentDocument?: Precondition }) => {
    const { name, currentDocument } = request;
    await commit(call, { database: name, writes: [{ delete: name, ...(currentDocument && { currentDocument }) }] });
    return {};
  }),
  BeginTransaction: handler(async (call, request: { database: string; options?: TransactionOptions }) =>
    enter(call, request.database).database.beginTransaction(request.options),
  ),
  Commit: handler(commit),
  Rollback: handler(async (call, request: { database: string; transaction: string }) => {
    enter(call, request.database).database.rollback(request.transaction);
    return {};
  }),
  BatchWrite: handler(async (call, request: { database: string; writes?: Write[] }) => {
    const { database, auth } = enter(call, request.database);
    return database.batchWrite({ writes: request.writes ?? [] }, auth);
  }),
};

interface CommitRequest {
  database: string;
  writes?: Write[];
  transaction?: string;
}

/** Commits writes. The Write stream uses it for each of its messages. */
export async function commit(call: Call, { database: name, writes = [], transaction }: CommitRequest) {
  const { database, auth } = enter(call, name);
  return database.commit({ writes, ...(transaction && { transaction }) }, auth);
}

async function writeOne(call: Call, write: Write, mask: DocumentMask | undefined): Promise<Document> {
  const name = write.update?.name ?? '';
  await commit(call, { database: name, writes: [write] });
  return enter(call, name).database.getDocument({ name, ...(mask && { mask }) });
}
