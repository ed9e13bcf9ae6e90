import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { balanceOf, db, filesBelow } from '../src/admin';
import { photoFile } from '../src/pictures';
import { plantPhoto } from '../src/plantedPhotos';
import { logIn, logOut, newAccount, signUp } from './page/account';
import { confirmDeletion } from './page/cards';
import { counter, photoCards } from './page/selectors';
import { expectToast } from './page/toast';
import { RESTORE_LIMIT_MS, uploadPhoto } from './page/upload';

/** Notes how the newest card looks whenever that changes: a quick restore would be over before this side looks. */
async function watchFirstCard(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const watched = window as unknown as { looks: string[] };
    watched.looks = [];
    new MutationObserver(() => {
      const card = document.querySelector<HTMLElement>('[data-photo]');
      if (!card) return;
      const overlay = card.textContent?.includes('Processing...') ? ', Processing...' : '';
      const look = `${card.dataset.status}${overlay}${card.querySelector('[role=slider]') ? ', slider' : ''}`;
      if (watched.looks.at(-1) !== look) watched.looks.push(look);
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  return () => page.evaluate(() => (window as unknown as { looks: string[] }).looks);
}

/** What the database and the storage know of the account's only photo. */
async function expectStored({ uid, tool, since }: { uid: string; tool: string; since: number }): Promise<void> {
  const [snapshot] = (await db.collection('photos').where('user_id', '==', uid).get()).docs;
  const photo = snapshot?.data();
  expect(photo).toMatchObject({ id: snapshot?.id, user_id: uid, status: 'succeeded', tool });
  const createdAt = photo?.created_at.toMillis();
  expect(createdAt).toBeGreaterThan(since - 1000);
  expect(createdAt).toBeLessThan(Date.now());
  for (const [url, type, folder] of [
    [photo?.original_url, 'image/jpeg', `images/${uid}/`],
    [photo?.restored_url, 'image/png', `results/${uid}/`],
  ]) {
    expect(decodeURIComponent(url)).toContain(`${folder}${snapshot?.id}`);
    expect((await fetch(url)).headers.get('content-type')).toBe(type);
  }
}

test('a visitor signs up, restores a real old photo, saves, views and deletes it [spec 1.2, 1.3, 2.15, 2.19, 2.21, 3.1, 3.3, 4.1, 4.6, 9.17] @phone', async ({
  page,
}, { project }) => {
  test.slow();
  const isDesktop = project.name === 'desktop';
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { uid } = await signUp(page);
  await expect(counter(page)).toContainText('1');

  const looks = await watchFirstCard(page);
  const since = Date.now();
  // A third of its size: the provider's stand-in really enlarges it, on the processor that the tests share.
  const scan = await sharp(photoFile('mary_mackillop_c1890.jpg')).resize(162).jpeg().toBuffer();
  await uploadPhoto(page, {
    file: { name: 'mary.jpg', mimeType: 'image/jpeg', buffer: scan },
    tool: isDesktop ? 'PhotoScaler' : 'PureFace',
  });
  await expect(page.getByRole('heading', { name: 'My Photos' })).toBeVisible();
  await expect(photoCards(page)).toHaveCount(1);
  await expect(counter(page)).toContainText('0');
  await expect(photoCards(page).getByRole('slider')).toBeVisible({ timeout: RESTORE_LIMIT_MS });
  await expectToast(page, 'Restoration Complete! ✅', 'Your photo has been successfully enhanced.');
  await expect(photoCards(page).getByRole('slider')).toHaveAttribute('aria-valuenow', '50');
  await expectStored({ uid, tool: isDesktop ? 'photoscaler' : 'pureface', since });

  if (isDesktop) {
    // The phone's quick tool may be over before the page hears of its beginning.
    expect(await looks()).toEqual(['processing, Processing...', 'succeeded, slider']);
    const download = page.waitForEvent('download');
    await photoCards(page).getByRole('button', { name: 'Save' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toMatch(/^restored-[0-9a-f-]{36}\.png$/);
    const restored = await sharp(readFileSync(await saved.path())).metadata();
    const original = await sharp(scan).metadata();
    expect(restored.width).toBe(original.width * 4);
    expect(restored.height).toBe(original.height * 4);
  } else {
    await expect(photoCards(page).getByRole('button', { name: 'Save to Photos' })).toBeVisible();
  }

  await photoCards(page).getByRole('button', { name: 'Full Screen' }).click();
  const fullScreen = page.getByRole('dialog').filter({ has: page.getByRole('slider') });
  await expect(fullScreen).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(fullScreen).toBeHidden();

  await photoCards(page).getByRole('button', { name: 'Delete' }).click();
  await confirmDeletion(page);
  await expectToast(page, 'Photo Deleted');
  await expect(photoCards(page)).toHaveCount(0);
  expect(await filesBelow(`images/${uid}/`)).toEqual([]);
  expect(await filesBelow(`results/${uid}/`)).toEqual([]);
  expect(await balanceOf(uid)).toBe(0);
});

test('photos follow the account to another browser, and nobody else sees them [spec 6.4, 7.1] @long', async ({
  page,
  browser,
}) => {
  await page.goto('/');
  const account = await signUp(page);
  await plantPhoto({ uid: account.uid });
  await expect(photoCards(page)).toHaveCount(1);
  await logOut(page);
  await expect(photoCards(page)).toHaveCount(0);

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto('/');
  await logIn(elsewhere, account);
  await expect(photoCards(elsewhere)).toHaveCount(1);

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto('/');
  await signUp(stranger, newAccount());
  await expect(counter(stranger)).toContainText('1');
  await expect(photoCards(stranger)).toHaveCount(0);
});
