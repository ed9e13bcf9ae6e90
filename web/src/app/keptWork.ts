import type { ToolId } from '@heirlight/contract/tools';
import type { DialogName, LoginTab } from '../domain/dialogs/dialogs';

const WORK = 'kept-work';

/** What the page was doing before a reload. */
export interface Work {
  dialog?: DialogName | null;
  loginTab?: LoginTab | undefined;
  toolId?: ToolId | undefined;
  /** The words on a button that was pressed in vain. */
  button?: string | undefined;
  /** A photo that is not sent yet. */
  file?: File | undefined;
}

/** As text in this tab's storage. The photo itself lies in the cache of the same name. */
type Kept = Omit<Work, 'file'> & { photo?: { url: string; name: string } | undefined };

export async function keepWork({ file, ...work }: Work): Promise<void> {
  const kept: Kept = work;
  if (file) {
    kept.photo = { url: `/${WORK}/${crypto.randomUUID()}`, name: file.name };
    const cache = await caches.open(WORK);
    await cache.put(kept.photo.url, new Response(file));
  }
  sessionStorage.setItem(WORK, JSON.stringify(kept));
}

export const hasKeptWork = (): boolean => sessionStorage.getItem(WORK) !== null;

/** Returns the kept work once, null if there is none. */
export async function takeWork(): Promise<Work | null> {
  const text = sessionStorage.getItem(WORK);
  if (text === null) return null;
  sessionStorage.removeItem(WORK);
  const { photo, ...work } = JSON.parse(text) as Kept;
  if (!photo) return work;
  const cache = await caches.open(WORK);
  const response = await cache.match(photo.url);
  await cache.delete(photo.url);
  if (!response) return work;
  const blob = await response.blob();
  return { ...work, file: new File([blob], photo.name, { type: blob.type }) };
}
