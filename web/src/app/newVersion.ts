import type { ToolId } from '@heirlight/contract/tools';
import { type DialogName, dialogStore, type LoginTab, openDialog, openLogin } from '../domain/dialogs/dialogs';
import { pickedPhotoStore } from '../domain/upload/pickedPhoto';
import { offeredPhotoStore, requestUpload } from '../domain/upload/requestUpload';
import { whenStore } from '../lib/store';

/** Sent by Vite when code cannot be downloaded. Source: https://vite.dev/guide/build#load-error-handling */
const LOST_CODE = 'vite:preloadError';
const RELOADED_FOR = 'reloaded-for';
const WORK = 'kept-work';

/** What the page was doing, as text in this tab's storage. The photo itself lies in the cache of the same name. */
interface Work {
  dialog: DialogName | null;
  loginTab?: LoginTab | undefined;
  photo?: { url: string; name: string; toolId?: ToolId | undefined } | undefined;
}

/** The page's first script. Its name contains a hash, so another build has another one. */
const buildOf = (page: ParentNode): string | null =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

async function servedPage(): Promise<Document> {
  const response = await fetch('/', { cache: 'no-cache' });
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

async function keepPhoto({ file, toolId }: { file: File; toolId?: ToolId | undefined }): Promise<Work['photo']> {
  const url = `/${WORK}/${crypto.randomUUID()}`;
  const cache = await caches.open(WORK);
  await cache.put(url, new Response(file, { headers: { 'content-type': file.type } }));
  return { url, name: file.name, toolId };
}

async function keptFile({ url, name }: NonNullable<Work['photo']>): Promise<File | null> {
  const cache = await caches.open(WORK);
  const response = await cache.match(url);
  await cache.delete(url);
  if (!response) return null;
  const blob = await response.blob();
  return new File([blob], name, { type: blob.type });
}

/** Opens again what the page had open before it was reloaded, with its photo. */
export async function resumeWork(): Promise<void> {
  const text = sessionStorage.getItem(WORK);
  if (text === null) return;
  sessionStorage.removeItem(WORK);
  const { dialog, loginTab, photo } = JSON.parse(text) as Work;
  const file = photo && (await keptFile(photo));
  if (file) requestUpload(file, photo.toolId);
  else if (dialog === 'login') openLogin(loginTab ?? 'login');
  else if (dialog) openDialog(dialog);
}

/**
 * A deploy or a roll back replaces the code that a page opened before still has to download. When a download fails and
 * another build is served by now, reloads the page once for it, with what was open and a photo that is not sent yet.
 * While a photo is being sent it waits. Without a network it does nothing: what asked for the code says so.
 */
export function followDeploys({ served = servedPage, reload = () => window.location.reload() } = {}): () => void {
  let isAsking = false;

  const replace = async () => {
    // What asked for the code closes its dialog as soon as that fails.
    const asked = dialogStore.get();
    const offered = offeredPhotoStore.get();
    const build = buildOf(await served());
    if (!build || build === buildOf(document) || sessionStorage.getItem(RELOADED_FOR) === build) return;
    await whenStore(pickedPhotoStore, (photo) => !photo?.isSending);
    const photo = pickedPhotoStore.get() ?? offered;
    const { open, loginTab } = dialogStore.get().open ? dialogStore.get() : asked;
    const work: Work = { dialog: open, loginTab, photo: photo ? await keepPhoto(photo) : undefined };
    sessionStorage.setItem(WORK, JSON.stringify(work));
    sessionStorage.setItem(RELOADED_FOR, build);
    reload();
  };

  const onLost = () => {
    if (isAsking) return;
    isAsking = true;
    replace()
      .catch((error: unknown) => console.error('Whether there is a new version could not be found out', error))
      .finally(() => {
        isAsking = false;
      });
  };
  window.addEventListener(LOST_CODE, onLost);
  return () => window.removeEventListener(LOST_CODE, onLost);
}
