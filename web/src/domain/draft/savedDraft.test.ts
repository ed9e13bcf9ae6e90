import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { refuseStorage } from '../../test/refusedStorage';
import { noteSessionLost, setSessionHint } from '../session/sessionHint';
import type { Draft } from './draft';
import { createSavedDraft, SAVED_FOR_MS, savedDraft } from './savedDraft';
import type { OwnedStorage } from './savedForOwner';

const ada = { id: 'ada', email: 'Ada@example.com' };
const ben = { id: 'ben', email: 'ben@example.com' };
const photo = new File(['grandmother'], 'grandmother.jpg', { type: 'image/jpeg' });

let stored: Awaited<ReturnType<OwnedStorage<Draft>['read']>>;
let time: number;
let locks: Map<string, number>;
beforeEach(() => {
  stored = null;
  time = 0;
  locks = new Map();
  localStorage.clear();
});

/** A page of this device, open in a tab. */
function page(tab: string) {
  const storage: OwnedStorage<Draft> = {
    write: async (content, label) => {
      stored = { content, label };
    },
    read: async () => stored,
    delete: async () => {
      stored = null;
    },
  };
  const tabs = {
    lock(name: string) {
      locks.set(name, (locks.get(name) ?? 0) + 1);
      let isLocked = true;
      return () => {
        if (isLocked) locks.set(name, (locks.get(name) ?? 0) - 1);
        isLocked = false;
      };
    },
    isLocked: async (name: string) => (locks.get(name) ?? 0) > 0,
  };
  return createSavedDraft({ storage, tabs, tab: () => tab, now: () => time });
}
const close = (tab: string) => locks.delete(tab);

describe('a draft, saved on the device', () => {
  test('is of whoever logs in in its tab, also after a reload', async () => {
    await page('1').save({ file: photo });
    close('1');
    const reloaded = page('1');
    expect(await reloaded.awaitingLogin()).toEqual({ file: photo });
    expect(await reloaded.claimFor(ada)).toMatchObject({ file: photo });
    expect(await reloaded.awaitingLogin()).toBeNull();
  });

  test('waits with those that were chosen together with it', async () => {
    const other = new File(['x'], 'other.jpg');
    await page('1').save({ file: photo, others: [other] });
    close('1');
    expect(await page('1').claimFor(ada)).toEqual({ file: photo, others: [other] });
  });

  test('is from then on that account’s alone, and keeps its tool', async () => {
    const first = page('1');
    await first.save({ file: photo });
    await first.claimFor(ada);
    await first.save({ file: photo, toolId: 'colorize' }, ada.id);
    expect(await page('1').claimFor(ben)).toBeNull();
    expect(stored).toBeNull();

    await first.save({ file: photo, toolId: 'colorize' }, ada.id);
    close('1');
    expect(await page('2').claimFor(ada)).toEqual({ file: photo, toolId: 'colorize' });
  });

  test('is never seen by somebody who logs in in another tab, and is discarded', async () => {
    await page('1').save({ file: photo });
    close('1');
    const other = page('2');
    expect(await other.awaitingLogin()).toBeNull();
    expect(await other.claimFor(ben)).toBeNull();
    expect(stored).toBeNull();
  });

  test('is discarded when its owner logs out', async () => {
    const first = page('1');
    await first.save({ file: photo }, ada.id);
    await first.claimFor(null);
    expect(stored).toBeNull();
  });

  test('outlives a session that ended by itself, for its owner alone', async () => {
    noteSessionLost(true);
    const first = page('1');
    await first.save({ file: photo }, ada.id);
    await first.claimFor(null);
    // The upload dialog has closed, and a visitor closes the login dialog.
    await first.discard();
    expect(await first.awaitingLogin()).toBeNull();
    expect(await first.claimFor(ada)).toMatchObject({ file: photo });
    setSessionHint(true);
    await first.discard();
    expect(stored).toBeNull();

    await first.save({ file: photo }, ada.id);
    expect(await first.claimFor(ben)).toBeNull();
    expect(stored).toBeNull();
  });

  test('waits for its visitor, whoever looks at the page in another tab', async () => {
    const first = page('1');
    await first.save({ file: photo });
    await page('2').claimFor(null);
    // The login is everywhere: the page that the draft was chosen on has heard of it.
    await page('2').claimFor(ada);
    expect(await first.claimFor(ada)).toMatchObject({ file: photo });
  });

  test('follows the link of an e-mail into another tab, and no other address', async () => {
    const first = page('1');
    await first.save({ file: photo });
    await first.linkSentTo(' ada@Example.com ');
    expect(await page('2').claimFor(ada)).toMatchObject({ file: photo });
    // It is shown there.
    expect(await first.claimFor(ada)).toBeNull();

    await first.save({ file: photo });
    await first.linkSentTo(ada.email);
    close('1');
    expect(await page('2').claimFor(ben)).toBeNull();
    expect(stored).toBeNull();
  });

  test('is shown by one tab of its owner, and by another when that releases it', async () => {
    const first = page('1');
    await first.save({ file: photo }, ada.id);
    expect(await page('2').claimFor(ada)).toBeNull();
    first.release();
    expect(await page('2').claimFor(ada)).toMatchObject({ file: photo });
    // What this tab has no more, it cannot discard.
    await first.discard();
    expect(stored).not.toBeNull();
  });

  test('is adopted by the page that it was handed to, and by no other', async () => {
    stored = { content: { file: photo } };
    expect(await page('2').claimFor(ben)).toBeNull();
    expect(await page('1').adopt()).toEqual([photo]);
    expect(await page('2').adopt()).toEqual([]);
    expect(await page('1').claimFor(ada)).toMatchObject({ file: photo });
  });

  test('with others handed over beside it, is adopted with them, and none of them opens alone', async () => {
    const other = new File(['x'], 'other.jpg');
    stored = { content: { file: photo, others: [other] } };
    expect(await page('1').adopt()).toEqual([photo, other]);
    expect(await page('1').claimFor(ada)).toBeNull();
    expect(await page('2').adopt()).toEqual([]);
  });

  test('is discarded when it is sent or cancelled, and after a day', async () => {
    const first = page('1');
    await first.save({ file: photo });
    await first.discard();
    expect(stored).toBeNull();

    await first.save({ file: photo });
    time = SAVED_FOR_MS - 1;
    expect(await first.awaitingLogin()).toEqual({ file: photo });
    time = SAVED_FOR_MS;
    expect(await first.claimFor(ada)).toBeNull();
    expect(stored).toBeNull();
  });
});

test('where the browser refuses storage, the draft waits as long as the page', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const allow = refuseStorage();
  // jsdom has no Cache Storage at all.
  await savedDraft.save({ file: photo });
  expect(await savedDraft.awaitingLogin()).toEqual({ file: photo });
  expect(await savedDraft.claimFor(ada)).toMatchObject({ file: photo });
  await savedDraft.discard();
  expect(await savedDraft.claimFor(ada)).toBeNull();
  allow();
  log.mockRestore();
});
