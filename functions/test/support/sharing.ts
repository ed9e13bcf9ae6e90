import { SHARED } from '@heirlight/contract/paths';
import type { ToolId } from '@heirlight/contract/tools';
import { sharedPhotos } from '../../src/photos/sharedPhotos';
import { sharePhoto } from '../../src/photos/sharePhoto';
import type { Caller } from '../../src/platform/caller';
import { finishRestore } from '../../src/restore/finishRestore';
import { OUTPUT_URL, type World } from './world';

/** What the tests of links do again and again, in the world and by the caller of the running test. */
export function sharing(now: () => { world: World; caller: Caller }) {
  async function end(photoId: string): Promise<string> {
    const photo = await now().world.photo(photoId);
    const prediction = now().world.provider.end({ status: 'succeeded', outputUrl: OUTPUT_URL });
    if (photo) await finishRestore(photo, prediction, now().world);
    return photoId;
  }

  async function restored(tool: ToolId = 'photoscaler'): Promise<string> {
    const { path, photoId } = await now().world.upload(now().caller, { tool });
    await now().world.start({ uid: now().caller.uid, path });
    return end(photoId);
  }

  async function share(photoId: string, by = now().caller): Promise<string> {
    const { token } = await sharePhoto({ photoId, shared: true }, by, now().world);
    if (token === null) throw new Error('No link was made');
    return token;
  }
  const takeBack = (photoId: string) => sharePhoto({ photoId, shared: false }, now().caller, now().world);
  const lookAll = async (token: string) => (await sharedPhotos({ token }, now().world)).photos;
  const look = async (token: string) => (await lookAll(token))[0] ?? null;
  const copies = () =>
    now()
      .world.files.paths()
      .filter((path) => path.startsWith(SHARED));
  const links = async () => (await now().world.db.collection('shares').get()).size;
  return { end, restored, share, takeBack, lookAll, look, copies, links };
}
