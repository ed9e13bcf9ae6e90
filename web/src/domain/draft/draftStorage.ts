import type { ToolId } from '@heirlight/contract/tools';
import type { Draft } from './draft';
import type { Label, Labelled } from './savedForOwner';

/** The cache, and the draft's address in it. Pages of earlier builds have stored theirs under this name. */
export const CACHE = 'kept-photo';

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

export function storeLabelledDraft({ file, toolId, others = [] }: Draft, label: Label): Promise<void> {
  const entry = withOthers(others);
  entry.append('label', JSON.stringify({ ...label, toolId }));
  return storeDraft(file, entry);
}

type Found = Omit<Labelled<Draft>, 'label'> & Partial<Labelled<Draft>>;

export async function readStoredDraft(): Promise<Found | null> {
  const entry = await (await caches.match(CACHE, { cacheName: CACHE }))?.formData();
  const [file, text] = [entry?.get('photo'), entry?.get('label')];
  if (!(file instanceof File)) return null;
  const others = (entry?.getAll('others') ?? []).filter((other) => other instanceof File);
  const label = typeof text === 'string' ? (JSON.parse(text) as Label & { toolId?: ToolId }) : undefined;
  return { content: { file, others, toolId: label?.toolId }, label };
}

export async function deleteStoredDraft(): Promise<void> {
  await caches.delete(CACHE);
}
