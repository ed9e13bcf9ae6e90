import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { refuseStorage } from '../../test/refusedStorage';
import { createKeptPhoto, KEPT_FOR_MS, keptPhoto, type Shelf } from './keptPhoto';

const ada = { id: 'ada', email: 'Ada@example.com' };
const ben = { id: 'ben', email: 'ben@example.com' };
const photo = new File(['grandmother'], 'grandmother.jpg', { type: 'image/jpeg' });

let onShelf: Awaited<ReturnType<Shelf['look']>>;
let time: number;
let held: Map<string, number>;
beforeEach(() => {
  onShelf = null;
  time = 0;
  held = new Map();
});

/** A page of this device, open in a tab. */
function page(tab: string) {
  const shelf: Shelf = {
    put: async (file, label) => {
      onShelf = { file, label };
    },
    look: async () => onShelf,
    clear: async () => {
      onShelf = null;
    },
  };
  const tabs = {
    hold(name: string) {
      held.set(name, (held.get(name) ?? 0) + 1);
      let isHeld = true;
      return () => {
        if (isHeld) held.set(name, (held.get(name) ?? 0) - 1);
        isHeld = false;
      };
    },
    isHeld: async (name: string) => (held.get(name) ?? 0) > 0,
  };
  return createKeptPhoto({ shelf, tabs, tab: () => tab, now: () => time });
}
const close = (tab: string) => held.delete(tab);

describe('a chosen photo, kept on the device', () => {
  test('is of whoever logs in in its tab, also after a reload', async () => {
    await page('1').keep(photo);
    close('1');
    const reloaded = page('1');
    expect(await reloaded.waiting()).toBe(photo);
    expect(await reloaded.takeFor(ada)).toMatchObject({ file: photo });
    expect(await reloaded.waiting()).toBeNull();
  });

  test('is from then on that account’s alone, and keeps its tool', async () => {
    const first = page('1');
    await first.keep(photo);
    await first.takeFor(ada);
    await first.keep(photo, { userId: ada.id, toolId: 'colorize' });
    expect(await page('1').takeFor(ben)).toBeNull();
    expect(onShelf).toBeNull();

    await first.keep(photo, { userId: ada.id, toolId: 'colorize' });
    close('1');
    expect(await page('2').takeFor(ada)).toEqual({ file: photo, toolId: 'colorize' });
  });

  test('is never seen by somebody who logs in in another tab, and is forgotten', async () => {
    await page('1').keep(photo);
    close('1');
    const other = page('2');
    expect(await other.waiting()).toBeNull();
    expect(await other.takeFor(ben)).toBeNull();
    expect(onShelf).toBeNull();
  });

  test('is forgotten when its owner logs out', async () => {
    const first = page('1');
    await first.keep(photo, { userId: ada.id });
    await first.takeFor(null);
    expect(onShelf).toBeNull();
  });

  test('waits for its visitor, whoever looks at the page in another tab', async () => {
    const first = page('1');
    await first.keep(photo);
    await page('2').takeFor(null);
    // The login is everywhere: the page that the photo was chosen on has heard of it.
    await page('2').takeFor(ada);
    expect(await first.takeFor(ada)).toMatchObject({ file: photo });
  });

  test('follows the link of an e-mail into another tab, and no other address', async () => {
    const first = page('1');
    await first.keep(photo);
    await first.linkSentTo(' ada@Example.com ');
    expect(await page('2').takeFor(ada)).toMatchObject({ file: photo });
    // It is shown there.
    expect(await first.takeFor(ada)).toBeNull();

    await first.keep(photo);
    await first.linkSentTo(ada.email);
    close('1');
    expect(await page('2').takeFor(ben)).toBeNull();
    expect(onShelf).toBeNull();
  });

  test('is shown by one tab of its owner, and by another when that lets go', async () => {
    const first = page('1');
    await first.keep(photo, { userId: ada.id });
    expect(await page('2').takeFor(ada)).toBeNull();
    first.letGo();
    expect(await page('2').takeFor(ada)).toMatchObject({ file: photo });
    // What this tab has no more, it cannot forget.
    await first.forget();
    expect(onShelf).not.toBeNull();
  });

  test('is adopted by the page that it was handed to, and by no other', async () => {
    onShelf = { file: photo };
    expect(await page('2').takeFor(ben)).toBeNull();
    expect(await page('1').adopt()).toBe(photo);
    expect(await page('2').adopt()).toBeNull();
    expect(await page('1').takeFor(ada)).toMatchObject({ file: photo });
  });

  test('is forgotten when it is sent or cancelled, and after a day', async () => {
    const first = page('1');
    await first.keep(photo);
    await first.forget();
    expect(onShelf).toBeNull();

    await first.keep(photo);
    time = KEPT_FOR_MS - 1;
    expect(await first.waiting()).toBe(photo);
    time = KEPT_FOR_MS;
    expect(await first.takeFor(ada)).toBeNull();
    expect(onShelf).toBeNull();
  });
});

test('where the browser refuses storage, the photo waits as long as the page', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const allow = refuseStorage();
  // jsdom has no Cache Storage at all.
  await keptPhoto.keep(photo);
  expect(await keptPhoto.waiting()).toBe(photo);
  expect(await keptPhoto.takeFor(ada)).toMatchObject({ file: photo });
  await keptPhoto.forget();
  expect(await keptPhoto.takeFor(ada)).toBeNull();
  allow();
  log.mockRestore();
});
