import { useEffect, useState } from 'react';
import { copy } from '../../copy/copy';
import { closeDialog, openDialog, openLogin } from '../../domain/dialogs/dialogs';
import type { Domain } from '../../domain/domain';
import { traySendingStore, trayUnsentStore } from '../../domain/draft/draft';
import { setTitleStore } from '../../domain/photos/background';
import { lookAt, toChooseStore } from '../../domain/photos/lookAt';
import { notify } from '../../domain/photos/notifications';
import { deliveringStore } from '../../domain/photos/photosStore';
import type { StatusChange } from '../../domain/photos/statusChanges';
import { toastEnded } from '../../domain/photos/toastEnded';
import { sessionStore, signedInUser } from '../../domain/session/sessionStore';
import { tabToComeIn } from '../../domain/session/tabToComeIn';
import { decodeInTurn } from '../../domain/tray/decodeInTurn';
import { makeSmall } from '../../domain/tray/makeSmall';
import { savedTray } from '../../domain/tray/savedTray';
import { followSentSet } from '../../domain/tray/tellSet';
import { followInspections, followThumbnails } from '../../domain/tray/thumbnails';
import { createTrayRunner, type TrayResult, type TrayRunner } from '../../domain/tray/trayRunner';
import { isTraySending, unsentIn } from '../../domain/tray/trayState';
import { trayStore } from '../../domain/tray/trayStore';
import { devicePictures } from '../../domain/upload/pictures';
import { createPictureSender } from '../../domain/upload/sendDraft';
import { useDomain } from '../../domain/useDomain';
import { connectivityStore } from '../../lib/connectivity';
import { useStore } from '../../lib/store';
import { toast } from '../../lib/toast';
import { keepAwake } from '../../lib/wakeLock';
import { progressOf, trayCopy } from './trayCopy';

/** For a card that develops, which is soft. */
const CARD_WIDTH_PX = 640;

/** Says how it ended: one toast, however many photos there were. */
function tell({ sent, failed, unpaid }: TrayResult): void {
  const { toasts, show, seePlans } = trayCopy;
  if (unpaid > 0) toast({ ...toasts.unpaid(unpaid), action: { label: seePlans, run: () => openDialog('pricing') } });
  else if (failed.length > 0) {
    const names = failed.map(({ file }) => file.name);
    toast({ ...toasts.someFailed(sent, names), action: { label: show, run: () => openDialog('tray') } });
  } else if (sent > 0) toast(toasts.allSent(sent));
}

/** Chooses the photos in the gallery, where all can be saved, shared or deleted at once. */
function choose(photoIds: readonly string[], shown: string): void {
  closeDialog();
  toChooseStore.set(photoIds);
  lookAt(shown);
}

/** Says how the photos that were sent together have ended. */
function tellEnds(ends: readonly StatusChange[]): void {
  const [first] = ends;
  if (!first) return;
  if (ends.length === 1) {
    toastEnded(first);
    return;
  }
  const shown = (ends.findLast(({ to }) => to === 'succeeded') ?? first).id;
  const words = trayCopy.toasts.ended(ends.filter(({ to }) => to === 'succeeded').length, ends.length);
  const ids = ends.map(({ id }) => id);
  toast({ ...words, action: { label: trayCopy.selectThem, run: () => choose(ids, shown) } });
  if (!document.hidden) return;
  // Whoever is in another tab reads it there, until they come back.
  setTitleStore.set(words.title);
  document.addEventListener('visibilitychange', () => setTitleStore.set(null), { once: true });
  void notify(words, shown);
}

/**
 * Shows what was sent as a small picture: decoded whole, those of 20 photos of 12 megapixels took 550 MB until the
 * list had them.
 */
const shownSmall =
  ({ showSent }: Domain['photos']): Domain['photos']['showSent'] =>
  async (sent) => {
    const owner = signedInUser()?.id;
    const jpeg = (await makeSmall(sent.jpeg, CARD_WIDTH_PX)) ?? sent.jpeg;
    // It is nobody else's to see.
    if (signedInUser()?.id === owner) await showSent({ ...sent, jpeg });
  };

/** Makes what sends the photos, and asks for a login if that comes first. */
function connect({ firebase, photos, credits }: Domain) {
  const pictures = decodeInTurn(devicePictures);
  const runner: TrayRunner = createTrayRunner({
    pictures,
    send: createPictureSender({ firebase, photos: { ...photos, showSent: shownSmall(photos) }, pictures }),
    refetchCredits: credits.refetchCredits,
    onEnd(result) {
      // A live connection brings the new balance by itself.
      if (!deliveringStore.get()) void credits.refetchCredits();
      tell(result);
    },
  });
  return {
    /** Sends one photo, or all. Returns whether it has begun. */
    async send(photoId?: string): Promise<boolean> {
      if (await runner.start(photoId)) return true;
      toast(copy.toasts.loginFirstUpload);
      openLogin(tabToComeIn());
      return false;
    },
    pause: runner.pause,
    remove: runner.remove,
    clear: runner.reset,
  };
}

export type TrayFlow = ReturnType<typeof connect>;

/** The page's tray, from when it is first opened. */
export function useTray(): TrayFlow {
  const domain = useDomain();
  const [flow] = useState(() => connect(domain));

  useEffect(() => {
    for (const load of [domain.firebase.storage, domain.firebase.functions]) load().catch(() => undefined);
  }, [domain]);

  useEffect(() => followThumbnails(devicePictures), []);

  useEffect(() => followInspections(devicePictures), []);

  useEffect(() => savedTray.follow(), []);

  useEffect(() => followSentSet({ loadMore: domain.photos.loadMore, onEnded: tellEnds }), [domain]);

  const isOffline = useStore(connectivityStore, (connectivity) => connectivity === 'offline');
  const title = useStore(trayStore, (tray) => progressOf(tray, isOffline));
  useEffect(() => {
    setTitleStore.set(title);
    return () => setTitleStore.set(null);
  }, [title]);

  // The photos are of whoever chose them.
  useEffect(() => {
    let owner = signedInUser()?.id;
    return sessionStore.subscribe(() => {
      const here = signedInUser()?.id;
      if (owner && here !== owner) {
        savedTray.leaveLost();
        flow.clear();
      }
      owner = here;
    });
  }, [flow]);

  // Only while sending, as in the upload dialog.
  const isSending = useStore(trayStore, isTraySending);
  useEffect(() => {
    if (!isSending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isSending]);

  const unsent = useStore(trayStore, unsentIn);
  useEffect(() => trayUnsentStore.set(unsent), [unsent]);

  const isMoving = useStore(trayStore, (tray) => isTraySending(tray) && !tray.isPaused);
  useEffect(() => {
    traySendingStore.set(isMoving);
    return isMoving ? keepAwake() : undefined;
  }, [isMoving]);

  return flow;
}
