import type { ToolId } from '@heirlight/contract/tools';

/** Whose a kept photo is. */
export interface Label {
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

/** What lies on this device's shelf. Without a label it has just been handed to the page that opens (`adopt`). */
export interface Kept {
  file: File;
  label?: Label | undefined;
}

/** The one place for it, and the photo's address there. The service worker writes there too (serviceWorker.ts). */
const SHELF = 'kept-photo';

/** Puts a photo on this device's shelf, in place of what lay there. Also used by boot.ts, so in few bytes. */
export async function shelve(photo: File, entry = new FormData()): Promise<void> {
  entry.append('photo', photo);
  const shelf = await caches.open(SHELF);
  await shelf.put(SHELF, new Response(entry));
}

export function shelveWithLabel(photo: File, label: Label): Promise<void> {
  const entry = new FormData();
  entry.append('label', JSON.stringify(label));
  return shelve(photo, entry);
}

export async function lookOnShelf(): Promise<Kept | null> {
  const entry = await (await caches.match(SHELF, { cacheName: SHELF }))?.formData();
  const [file, label] = [entry?.get('photo'), entry?.get('label')];
  if (!(file instanceof File)) return null;
  return { file, label: typeof label === 'string' ? (JSON.parse(label) as Label) : undefined };
}

export async function clearShelf(): Promise<void> {
  await caches.delete(SHELF);
}
