import { searchWordsOf } from '@heirlight/contract/photoText';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { db } from '../src/admin';
import { smallFile } from '../src/pictures';
import { plantPhoto } from '../src/plantedPhotos';
import { newAccount, signUp } from './page/account';
import { cardButton } from './page/cards';
import { counter, photoCards } from './page/selectors';
import { expectToast } from './page/toast';
import { RESTORE_LIMIT_MS } from './page/upload';

const MOST_STOPS = 60;

/** How far around a control its mark of focus may be drawn, in px. */
const RING_PX = 8;

/** The element and what is around it, as it is on the screen. */
async function look(page: Page, shown: Locator): Promise<Buffer> {
  const box = await shown.boundingBox();
  const { width, height } = page.viewportSize()!;
  if (!box) throw new Error(`${shown} is not on the page`);
  const [left, top] = [Math.max(0, box.x - RING_PX), Math.max(0, box.y - RING_PX)];
  const right = Math.min(width, box.x + box.width + RING_PX);
  const bottom = Math.min(height, box.y + box.height + RING_PX);
  const clip = { x: left, y: top, width: right - left, height: bottom - top };
  return await page.screenshot({ clip, animations: 'disabled' });
}

/** What has the focus must be seen to have it: it looks different without. */
async function expectSeenFocus(page: Page, target: Locator, shown: Locator): Promise<void> {
  const focused = await look(page, shown);
  await target.evaluate((element: HTMLElement) => element.blur());
  await expect.poll(async () => (await look(page, shown)).equals(focused), `${target} shows its focus`).toBe(false);
  await target.focus();
}

/**
 * Goes on with Tab until the focus is there, as somebody without a mouse does, and sees that it is.
 *
 * @param shown what is drawn in place of a control that is itself invisible
 */
async function tabTo(page: Page, target: Locator, shown: Locator = target): Promise<void> {
  await expect(shown).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expectSeenFocus(page, target, shown);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target}`);
}

test('the keyboard is enough: sign up, upload, tool, compare, full screen, delete [spec 2.24, 2.25]', async ({
  page,
}) => {
  test.slow();
  await page.goto('/');
  const { email, password } = newAccount();
  const key = (name: string) => page.keyboard.press(name);

  await key('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expectSeenFocus(page, skip, skip);
  await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'Login / Sign Up' }));
  await key('Enter');
  const login = page.getByRole('dialog', { name: 'Welcome!' });
  await tabTo(page, login.getByRole('tab', { name: 'Login' }));
  await key('ArrowRight');
  await key('Enter');
  await expect(login.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  await tabTo(page, login.getByLabel('Email'));
  await page.keyboard.type(email);
  await tabTo(page, login.getByLabel('Password', { exact: true }));
  await page.keyboard.type(password);
  await key('Enter');
  await expect(login).toBeHidden();
  await expect(page.getByRole('button', { name: 'Your Account' })).toBeFocused();
  await expect(counter(page)).toContainText('1');

  const uploadButton = page.getByRole('button', { name: 'Upload Your Photo' }).first();
  await tabTo(page, uploadButton);
  await key('Enter');
  const upload = page.getByRole('dialog', { name: 'Upload & Restore' });
  const input = upload.locator('input[type=file]');
  // Before the walk there: a key reaches the page on another way than the order to hold the chooser, and on a busy machine
  // it overtook it. Chromium's own chooser then opened, and nobody heard of it.
  const choosing = page.waitForEvent('filechooser');
  await tabTo(page, input, upload.locator('label:has(input[type=file])'));
  await key('Space');
  await (await choosing).setFiles(await smallFile());
  await expect(upload.getByRole('tab', { name: 'DeepRestore' })).toBeFocused();
  await key('ArrowDown');
  await expect(upload.getByRole('tab', { name: 'PureFace' })).toHaveAttribute('aria-selected', 'true');
  await tabTo(page, upload.getByRole('button', { name: 'Restore Photo' }));
  await key('Enter');
  await expect(upload).toBeHidden();

  const slider = photoCards(page).getByRole('slider');
  await expect(slider).toBeVisible({ timeout: RESTORE_LIMIT_MS });
  await tabTo(page, slider);
  await key('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuenow', '55');
  await key('Home');
  await expect(slider).toHaveAttribute('aria-valuenow', '0');
  const fullScreenButton = photoCards(page).getByRole('button', { name: 'Full Screen' });
  await tabTo(page, fullScreenButton);
  await key('Enter');
  const fullScreen = page.getByRole('dialog', { name: 'Full Screen' });
  await tabTo(page, fullScreen.getByRole('slider'));
  await key('ArrowLeft');
  await expect(fullScreen.getByRole('slider')).toHaveAttribute('aria-valuenow', '45');
  await key('Escape');
  await expect(fullScreen).toBeHidden();
  await expect(fullScreenButton).toBeFocused();
  await tabTo(page, cardButton(photoCards(page), 'Delete'));
  await key('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }));
  await key('Enter');
  await expectToast(page, 'Photo Deleted');
  await expect(photoCards(page)).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

/** Goes to a control with Tab, or back with Shift and Tab, and presses it. */
async function pressByKey(page: Page, target: Locator, { key = 'Enter', back = false } = {}): Promise<void> {
  await expect(target).toBeVisible();
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let stop = 0; !(await hasFocus()); stop++) {
    if (stop === MOST_STOPS) throw new Error(`Tab does not lead to ${target}`);
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  await page.keyboard.press(key);
}

test('the keyboard and the accessibility tree are enough for a gallery: search, select, versions, share, look, save @long', async ({
  page,
}) => {
  test.slow();
  // As in browsers that cannot write to the disk.
  await page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
  await page.goto('/');
  const { uid } = await signUp(page);
  const faces = [{ x: 0.42, y: 0.13, width: 0.18, height: 0.16, verdict: null }];
  const rosa = { name: 'Rosa', group_id: 'rosa', faces };
  await plantPhoto({ uid, shown: true, createdAt: new Date(2024, 2, 5), fields: { name: 'Otto' } });
  await plantPhoto({ uid, shown: true, createdAt: new Date(2024, 2, 6), fields: rosa });
  await plantPhoto({ uid, shown: true, createdAt: new Date(2024, 2, 7), tool: 'photoscaler', fields: rosa });
  const { docs } = await db.collection('photos').where('user_id', '==', uid).get();
  await Promise.all(docs.map((photo) => photo.ref.update({ search_words: searchWordsOf([photo.get('name')]) })));
  await expect(photoCards(page)).toHaveCount(2);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const key = (name: string) => page.keyboard.press(name);

  // No two controls and no two pictures of the cards have the same name.
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(2);
  for (const role of ['button', 'slider', 'img', 'group'] as const) {
    const snapshots = await Promise.all(
      [0, 1].map((nth) =>
        cards
          .nth(nth)
          .getByRole(role)
          .evaluateAll((all) =>
            all.map((one) => one.getAttribute('aria-label') ?? one.getAttribute('alt') ?? one.textContent),
          ),
      ),
    );
    const [first = [], second = []] = snapshots;
    expect(
      first.filter((name) => second.includes(name)),
      role,
    ).toEqual([]);
  }

  await pressByKey(page, page.getByRole('searchbox', { name: 'Search your photos' }));
  await page.keyboard.type('Otto');
  await expect(page.getByRole('status').filter({ hasText: '1 photo found' })).toBeAttached();
  await expect(cards).toHaveCount(1);
  await key('Escape');
  await expect(cards).toHaveCount(2);
  await pressByKey(page, button('Select'));
  await pressByKey(page, page.getByRole('checkbox', { name: 'Select Rosa' }), { key: 'Space' });
  await expect(page.getByRole('status').filter({ hasText: '1 selected' })).toBeVisible();
  await pressByKey(page, button('Save 1 photo'), { back: true });
  const zip = page.getByRole('dialog', { name: 'Save 1 photo in one zip file' });
  await pressByKey(page, zip.getByRole('radio', { name: /^JPG/ }), { key: 'ArrowDown' });
  await expect(zip.getByRole('radio', { name: /^PNG/ })).toBeFocused();
  const saved = page.waitForEvent('download');
  await pressByKey(page, zip.getByRole('button', { name: 'Save', exact: true }));
  await saved;
  await expect(button('Select')).toBeFocused();

  await pressByKey(
    page,
    page.getByRole('group', { name: 'Versions of Rosa' }).getByRole('button', { name: 'DeepRestore' }),
  );
  await expect(button('DeepRestore')).toHaveAttribute('aria-pressed', 'true');
  const more = button('More, Rosa');
  await pressByKey(page, more, { back: true });
  await expect(page.getByRole('menuitem', { name: 'Other Formats' })).toBeFocused();
  await key('ArrowDown');
  await key('Enter');
  const share = page.getByRole('dialog', { name: 'Share This Photo' });
  await pressByKey(page, share.getByRole('button', { name: 'Create Link' }));
  await expect(share.getByRole('textbox', { name: 'Link' })).toHaveValue(/shared=/);
  await pressByKey(page, share.getByRole('button', { name: 'Stop Sharing' }));
  await expect(share.getByRole('button', { name: 'Create Link' })).toBeVisible();
  await key('Escape');
  await expect(share).toBeHidden();
  await expect(more).toBeFocused();

  const look = button('Full Screen, Rosa');
  await pressByKey(page, look);
  const viewer = page.getByRole('dialog', { name: 'Rosa, Full Screen' });
  await expect(viewer.getByRole('img', { name: 'Before and after: Rosa' })).toBeVisible();
  await key('+');
  await expect(viewer.getByRole('status')).toHaveText(/^Zoom \d+%$/);
  await key('0');
  await expect(viewer.getByRole('status')).toHaveText('The whole photo');
  await pressByKey(page, viewer.getByRole('button', { name: 'Go to face 1 of 1' }));
  await expect(viewer.getByRole('status')).toHaveText(/^Zoom \d+%$/);
  await pressByKey(page, viewer.getByRole('button', { name: 'Side by side' }));
  await expect(viewer.getByRole('button', { name: 'Side by side' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.down('h');
  await expect(viewer.getByRole('status')).toHaveText('The original');
  await page.keyboard.up('h');
  await key('PageDown');
  await expect(page.getByRole('dialog', { name: 'Otto, Full Screen' }).getByRole('status')).toHaveText('Otto, 3 of 3');
  await key('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Where one looked last.
  await expect(page.getByRole('article', { name: 'Otto' })).toBeFocused();
  const file = page.waitForEvent('download');
  await pressByKey(page, button('Save, Rosa'), { back: true });
  expect((await file).suggestedFilename()).toMatch(/^restored-.*\.png$/);
});
