import type { Database } from '../database/api';
import { FirestoreError } from '../database/errors';
import type { ListenResponse, Write } from '../database/types';

/** What Google bills, in documents. https://firebase.google.com/docs/firestore/pricing */
export interface Usage {
  reads: number;
  writes: number;
  deletes: number;
}

/** Of everybody since the server was started: administrators are backends, and the rules of other services. */
export interface UsageReport {
  administrators: Usage;
  clients: Usage;
}

export const createUsage = (): UsageReport => ({
  administrators: { reads: 0, writes: 0, deletes: 0 },
  clients: { reads: 0, writes: 0, deletes: 0 },
});

/** A query is billed at least once; an aggregation once for a thousand index entries, which are fewer here. */
const atLeastOne = (documents: number) => Math.max(1, documents);

function count(usage: Usage, writes: readonly Write[]): void {
  const deletes = writes.filter((write) => write.delete !== undefined).length;
  usage.deletes += deletes;
  usage.writes += writes.length - deletes;
}

/** The same database, which notes what it does in `report`. What is refused is not billed, and not noted. */
export function countUsage(database: Database, report: UsageReport): Database {
  const of = (auth: object | undefined) => (auth ? report.clients : report.administrators);
  return {
    ...database,
    async getDocument(request, auth) {
      try {
        const document = await database.getDocument(request, auth);
        of(auth).reads += 1;
        return document;
      } catch (error) {
        // Finding nothing is billed as well.
        if (error instanceof FirestoreError && error.status === 'NOT_FOUND') of(auth).reads += 1;
        throw error;
      }
    },
    async batchGet(request, auth) {
      const response = await database.batchGet(request, auth);
      of(auth).reads += response.results.length;
      return response;
    },
    async listDocuments(request, auth) {
      const response = await database.listDocuments(request, auth);
      of(auth).reads += atLeastOne(response.documents.length);
      return response;
    },
    async runQuery(request, auth) {
      const response = await database.runQuery(request, auth);
      of(auth).reads += atLeastOne(response.documents.length + response.skippedResults);
      return response;
    },
    async runAggregationQuery(request, auth) {
      const response = await database.runAggregationQuery(request, auth);
      of(auth).reads += 1;
      return response;
    },
    // Only the rules of clients look up documents this way.
    peek(name) {
      report.clients.reads += 1;
      return database.peek(name);
    },
    async commit(request, auth) {
      const response = await database.commit(request, auth);
      count(of(auth), request.writes);
      return response;
    },
    async batchWrite(request, auth) {
      const response = await database.batchWrite(request, auth);
      count(
        of(auth),
        request.writes.filter((_write, index) => !response.status[index]?.code),
      );
      return response;
    },
    openListenStream(send, auth, congested) {
      const noted = (response: ListenResponse) => {
        if (response.documentChange) of(auth).reads += 1;
        send(response);
      };
      return database.openListenStream(noted, auth, congested);
    },
  };
}
