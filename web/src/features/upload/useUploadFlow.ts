import { useEffect, useState } from 'react';
import { uploadCopy } from '../../copy/uploadCopy';
import { closeIfOpen, dialogStore } from '../../domain/dialogs/dialogs';
import type { Domain } from '../../domain/domain';
import {
  dequeueDraft,
  type OpenDraft,
  openDraftStore,
  pendingDraftStore,
  queuedDraftsStore,
} from '../../domain/draft/draft';
import { savedDraft } from '../../domain/draft/savedDraft';
import { deliveringStore } from '../../domain/photos/photosStore';
import { knownUser, sessionStore, signedInUser } from '../../domain/session/sessionStore';
import { devicePictures } from '../../domain/upload/pictures';
import { requestNext } from '../../domain/upload/requestUpload';
import { createUploadFlow, type UploadFlow } from '../../domain/upload/uploadFlow';
import { isSending } from '../../domain/upload/uploadState';
import { useDomain } from '../../domain/useDomain';
import { useStore } from '../../lib/store';
import { toast } from '../../lib/toast';

/** Says which draft of the queue is next, when the dialog has closed. */
export function announceNext(): void {
  const [next, ...rest] = queuedDraftsStore.get();
  if (!next) return;
  const { othersTitle, next: label } = uploadCopy;
  toast({
    title: othersTitle(rest.length + 1),
    action: { label: label(next.file.name, rest.length), run: requestNext },
  });
}

function connect({ firebase, photos, credits }: Domain, onUploadSuccess: (photoId: string) => void): UploadFlow {
  return createUploadFlow({
    ...{ firebase, photos, pictures: devicePictures },
    onSuccess(photoId) {
      closeIfOpen('upload');
      // A live connection brings the new balance by itself.
      if (!deliveringStore.get()) void credits.refetchCredits();
      onUploadSuccess(photoId);
      announceNext();
    },
  });
}

/**
 * Calls `onLeave` when the current user, or the first one who becomes known, leaves. Returns a function that stops it.
 */
function whenUserLeaves(onLeave: () => void): () => void {
  let owner = signedInUser()?.id;
  return sessionStore.subscribe(() => {
    const here = signedInUser()?.id;
    if (owner && here !== owner) onLeave();
    owner = here;
  });
}

type Open = OpenDraft | null;

const queuedFiles = () => queuedDraftsStore.get().map(({ file }) => file);

/**
 * Saves the open draft and its tool for a reload, with the drafts that wait behind it, and discards what was sent or is
 * not wanted. If another dialog comes first (the prices), the draft waits for its end.
 */
async function saveOpenDraft(before: Open, now: Open): Promise<void> {
  const { open } = dialogStore.get();
  const userId = (await knownUser())?.id;
  if (now) {
    const { file, toolId } = now;
    if (file !== before?.file || toolId !== before.toolId)
      await savedDraft.save({ file, toolId, others: queuedFiles() }, userId);
    return;
  }
  if (before && open !== null && open !== 'upload') {
    await savedDraft.save({ ...before, others: queuedFiles() }, userId);
    savedDraft.release();
  } else if (before) await savedDraft.discard();
}

/** Takes the next draft of the queue; after a refused one, the one behind it. */
export async function takeNext(flow: UploadFlow): Promise<void> {
  const next = dequeueDraft();
  if (next && !(await flow.take(next.file))) await takeNext(flow);
}

/**
 * Takes a draft that comes while there is none in the dialog. What is left of a queue when its turn comes is shown
 * instead (NextDraft.tsx). Returns a function that stops it.
 */
function takeInTurn(flow: UploadFlow): () => void {
  let queued = queuedDraftsStore.get().length;
  let isTaking = false;
  return queuedDraftsStore.subscribe(() => {
    const before = queued;
    queued = queuedDraftsStore.get().length;
    if (queued <= before || isTaking || flow.store.get().phase !== 'empty' || pendingDraftStore.get()) return;
    isTaking = true;
    void takeNext(flow).finally(() => {
      isTaking = false;
    });
  });
}

/** Makes one flow per opened dialog. The flow takes a pending draft; closing the dialog resets it. */
export function useUploadFlow(onUploadSuccess: (photoId: string) => void): UploadFlow {
  const domain = useDomain();
  const [flow] = useState(() => connect(domain, onUploadSuccess));
  const pending = useStore(pendingDraftStore);

  // Downloads what sends the photo while it is being chosen. A failure is left to the upload, which tries again.
  useEffect(() => {
    for (const load of [domain.firebase.storage, domain.firebase.functions]) load().catch(() => undefined);
  }, [domain]);

  useEffect(() => {
    if (!pending) return;
    // Withdrawn only after it is taken: a development build runs this effect twice and forgets the first run.
    if (pending.toolId) flow.chooseTool(pending.toolId);
    void flow.take(pending.file).finally(() => pendingDraftStore.set(null));
  }, [flow, pending]);

  useEffect(() => takeInTurn(flow), [flow]);

  // Only while sending: some browsers do not keep a page for the back button if it listens for this.
  // https://developer.mozilla.org/en-US/docs/Web/API/Window/beforeunload_event#usage_notes
  const sending = useStore(flow.store, isSending);
  useEffect(() => {
    if (!sending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [sending]);

  useEffect(() => {
    const save = (before: Open, now: Open) =>
      void saveOpenDraft(before, now).catch((error: unknown) => console.error('The draft could not be saved', error));
    const say = (now: Open) => {
      const before = openDraftStore.get();
      openDraftStore.set(now);
      save(before, now);
    };
    let queued = queuedDraftsStore.get().length;
    const stopQueue = queuedDraftsStore.subscribe(() => {
      const isLonger = queuedDraftsStore.get().length > queued;
      queued = queuedDraftsStore.get().length;
      const now = openDraftStore.get();
      // Whoever leaves takes the queue along, and what was saved stays for them.
      if (isLonger && now) save(null, now);
    });
    const stop = flow.store.subscribe(() => {
      const state = flow.store.get();
      const isSent = state.phase === 'empty' || state.phase === 'finishing';
      say(isSent ? null : { file: state.file, toolId: state.toolId, isSending: isSending(state) });
    });
    return () => {
      stop();
      stopQueue();
      say(null);
    };
  }, [flow]);

  // At once, without waiting until the dialog has faded out.
  useEffect(() => whenUserLeaves(flow.reset), [flow]);

  useEffect(() => () => flow.reset(), [flow]);

  return flow;
}
