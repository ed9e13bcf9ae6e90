import { beforeEach, describe, expect, test } from '@jest/globals';
import { aUser } from '../../test/samples';
import { creditsStore } from '../account/creditsStore';
import { closeDialog, dialogStore } from '../dialogs/dialogs';
import { clearQueue, pendingDraftStore, queuedDraftsStore } from '../draft/draft';
import { savedDraft } from '../draft/savedDraft';
import { sessionStore } from '../session/sessionStore';
import { lookFirst } from './lookFirst';
import { requestUpload } from './requestUpload';

const photo = (name: string) => new File(['x'], name);

beforeEach(async () => {
  await savedDraft.discard();
  pendingDraftStore.set(null);
  clearQueue();
  sessionStore.set({ status: 'signedIn', user: aUser({ id: 'u1' }) });
  creditsStore.set({ status: 'ready', restoresAvailable: 0 });
  requestUpload();
});

describe('looking at a photo before buying', () => {
  test('opens the upload dialog, from the prices that a press on Upload has opened', async () => {
    expect(dialogStore.get().open).toBe('pricing');
    await lookFirst();
    expect(dialogStore.get().open).toBe('upload');
    expect(pendingDraftStore.get()).toBeNull();
  });

  test('brings the photo that was dropped without restores, and those that came with it', async () => {
    const [first, second] = [photo('first.png'), photo('second.png')];
    requestUpload({ file: first, others: [second] });
    await lookFirst();
    expect(pendingDraftStore.get()?.file).toBe(first);
    expect(queuedDraftsStore.get().map(({ file }) => file.name)).toEqual(['second.png']);
  });

  test('brings the photo that the device has kept, with its tool', async () => {
    await savedDraft.save({ file: photo('kept.png'), toolId: 'colorize' }, 'u1');
    await lookFirst();
    expect(pendingDraftStore.get()).toMatchObject({ file: { name: 'kept.png' }, toolId: 'colorize' });
  });

  test('opens nothing for who has closed the prices meanwhile', async () => {
    const looked = lookFirst();
    closeDialog();
    await looked;
    expect(dialogStore.get().open).toBeNull();
  });
});
