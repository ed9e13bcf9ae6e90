import type { ToolId } from '@heirlight/contract/tools';
import { suiteUrls } from '../src/suiteUrls';

/** What the functions host says of one function; see `packages/local-suite/src/functionsHost/usage.ts`. */
interface FunctionUsage {
  name: string;
  memoryMiB: number;
  cpu: number;
  /** Whether a task queue starts it. */
  isTask: boolean;
  invocations: number;
  billedMilliseconds: number;
}

/** Documents, of backends and of clients; see `packages/firestore-emulator/src/wire/usage.ts`. */
type DocumentUsage = Record<'administrators' | 'clients', Record<'reads' | 'writes' | 'deletes', number>>;

interface Usage {
  functions: FunctionUsage[];
  processorMilliseconds: number;
  documents: DocumentUsage;
}

/** What one restore took. */
export interface Counted extends Usage {
  tool: ToolId;
  /** Bytes of the photo's files. */
  stored: number;
  /** Bytes that the browser got from Storage. */
  served: number;
  /** Bytes that the provider got from Storage. */
  handedOut: number;
  /** Bytes that the browser got from Hosting at its first visit. */
  hosting: number;
}

const get = async <T>(url: string): Promise<T> => (await (await fetch(url)).json()) as T;

/** What the suite's services have done so far, by their own counters. */
export async function usageSoFar(): Promise<Usage> {
  const [functions, documents] = await Promise.all([
    get<Omit<Usage, 'documents'>>(`${suiteUrls.functions}/usage`),
    get<DocumentUsage>(`${suiteUrls.firestore}/emulator/v1/heirlight:usage`),
  ]);
  return { ...functions, documents };
}

/** The functions that ran between two reports, and what else was done. */
export function between(before: Usage, after: Usage): Usage {
  const documents = structuredClone(after.documents);
  for (const who of ['administrators', 'clients'] as const) {
    for (const what of ['reads', 'writes', 'deletes'] as const) documents[who][what] -= before.documents[who][what];
  }
  const functions = after.functions.map(({ name, memoryMiB, cpu, isTask, invocations, billedMilliseconds }, index) => ({
    ...{ name, memoryMiB, cpu, isTask },
    invocations: invocations - before.functions[index]!.invocations,
    billedMilliseconds: billedMilliseconds - before.functions[index]!.billedMilliseconds,
  }));
  return {
    functions: functions.filter(({ invocations }) => invocations > 0),
    processorMilliseconds: Math.round(after.processorMilliseconds - before.processorMilliseconds),
    documents,
  };
}
