import type { ToolId } from '@heirlight/contract/tools';
import type { Draft } from './draft';

/** Whose a stored draft is, and its tool. */
export interface DraftLabel {
  /** When it was chosen, in milliseconds since 1970. */
  keptAt: number;
  /** The tab that it was chosen in. Whoever logs in there has chosen it. */
  tab: string;
  /** The account that it belongs to from its first login on. */
  userId?: string | undefined;
  /** Where the tab has sent a link: whoever follows it logs in in another tab. In lower case. */
  email?: string | undefined;
  toolId?: ToolId | undefined;
}

/** The draft in this device's storage. Without a label it has just been handed to the page that opens (`adopt`). */
export interface StoredDraft extends Pick<Draft, 'file'> {
  /** Handed over with it. */
  others?: readonly File[];
  label?: DraftLabel | undefined;
}

/** The cache, and the draft's address in it. Pages of earlier builds have stored theirs under this name. */
const CACHE = 'kept-photo';

/** Stores a draft on this device, in place of the one before. Also used by boot.ts, so in few bytes. */
export async function storeDraft(file: File, entry = new FormData()): Promise<void> {
  entry.append('photo', file);
  const cache = await caches.open(CACHE);
  await cache.put(CACHE, new Response(entry));
}

/** An entry for `storeDraft` that holds more files. */
export function withOthers(files: readonly File[]): FormData {
  const entry = new FormData();
  for (const file of files) entry.append('others', file);
  return entry;
}

export function storeLabelledDraft(file: File, label: DraftLabel): Promise<void> {
  const entry = new FormData();
  entry.append('label', JSON.stringify(label));
  return storeDraft(file, entry);
}

export async function readStoredDraft(): Promise<StoredDraft | null> {
  const entry = await (await caches.match(CACHE, { cacheName: CACHE }))?.formData();
  const [file, label] = [entry?.get('photo'), entry?.get('label')];
  if (!(file instanceof File)) return null;
  const others = (entry?.getAll('others') ?? []).filter((other) => other instanceof File);
  return { file, others, label: typeof label === 'string' ? (JSON.parse(label) as DraftLabel) : undefined };
}

export async function deleteStoredDraft(): Promise<void> {
  await caches.delete(CACHE);
}
