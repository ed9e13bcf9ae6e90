import { useEffect, useState } from 'react';
import { creditsStore, refetchCredits } from '../../lib/credits';
import { closeIfOpen, openDialog } from '../../lib/dialogs';
import { listenerHealth } from '../../lib/listenerHealth';
import { expectRestore, triggerSmartPolling } from '../../lib/photoFeed';
import { knownUser, sessionStore, signedInUser } from '../../lib/sessionStore';
import { useStore, whenStore } from '../../lib/store';
import { toast } from '../../lib/toast';
import { checkFile } from './checkFile';
import { convertToJpeg } from './convertToJpeg';
import { offeredFileStore } from './requestUpload';
import { createUploadFlow, type UploadFlow } from './uploadFlow';
import { isSending } from './uploadState';

/** The live account document brings the new balance; without a live connection it has to be asked for. */
function closeAfterSuccess(): void {
  closeIfOpen('upload');
  if (!listenerHealth.get().delivering) void refetchCredits();
}

const uploadCode = () => import('./uploadApi');

function connect(onSuccess: () => void): UploadFlow {
  return createUploadFlow({
    check: checkFile,
    convert: convertToJpeg,
    upload: async (request) => (await uploadCode()).uploadPhoto(request),
    startRestore: async (request) => (await uploadCode()).startRestore(request),
    expectRestore,
    triggerPolling: triggerSmartPolling,
    userId: async () => (await knownUser())?.id ?? null,
    credits: () => whenStore(creditsStore, ({ status }) => status === 'ready'),
    toast,
    openDialog,
    onSuccess,
  });
}

/** Calls `onLeave` as soon as the user who is here, or is found to be, is no longer. Answers the function that stops it. */
function whenUserLeaves(onLeave: () => void): () => void {
  let owner = signedInUser()?.id;
  return sessionStore.subscribe(() => {
    const here = signedInUser()?.id;
    if (owner && here !== owner) onLeave();
    owner = here;
  });
}

/** One flow per opened dialog: it takes an offered file, and closing the dialog resets it. */
export function useUploadFlow(onUploadSuccess: () => void = () => undefined): UploadFlow {
  const [flow] = useState(() =>
    connect(() => {
      closeAfterSuccess();
      onUploadSuccess();
    }),
  );
  const offered = useStore(offeredFileStore);

  // While a photo is being chosen. A failure is left to the upload, which asks again.
  useEffect(() => void uploadCode().catch(() => undefined), []);

  useEffect(() => {
    if (!offered) return;
    // Withdrawn only once it is taken: a development build runs this effect twice and forgets the first time.
    void flow.take(offered).finally(() => offeredFileStore.set(null));
  }, [flow, offered]);

  useEffect(() => {
    const takePasted = ({ clipboardData }: ClipboardEvent) => {
      const pasted = clipboardData?.files[0];
      if (pasted) void flow.take(pasted);
    };
    document.addEventListener('paste', takePasted);
    return () => document.removeEventListener('paste', takePasted);
  }, [flow]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isSending(flow.store.get())) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [flow]);

  // Not left to the closing of the dialog, which fades out first.
  useEffect(() => whenUserLeaves(flow.reset), [flow]);

  useEffect(() => () => flow.reset(), [flow]);

  return flow;
}
