import { searchWordsOf } from '@heirlight/contract/photoText';
import { expect, type Locator, test } from '@playwright/test';
import { signUp } from '../browser/page/account';
import { cardButton, pressInMenu } from '../browser/page/cards';
import { photoCards } from '../browser/page/selectors';
import { expectToast } from '../browser/page/toast';
import { db } from '../src/admin';
import { demoFile, photoFile } from '../src/pictures';
import { plantPhoto } from '../src/plantedPhotos';
import { shot } from './shot';

const DAY_MS = 24 * 60 * 60_000;

/** A pair of the landing page: a real photograph and what a tool of the product made of it. */
const pair = (name: string) => ({ file: demoFile(`${name}-before`), restoredFile: demoFile(`${name}-after`) });

/** An account as somebody has it after a week. Returns the photos' ids, the newest last. */
async function plantFamily(uid: string): Promise<string[]> {
  const now = Date.now();
  const group = await plantPhoto({
    uid,
    ...pair('portrait'),
    tool: 'deeprestore',
    createdAt: new Date(now - 60_000),
    shown: true,
    fields: {
      name: 'Great-grandmother Emily',
      date_text: 'about 1890',
      caption: 'In her wedding collar, before they left for the coast. From the box in the attic.',
      faces: [{ x: 0.36, y: 0.2, width: 0.28, height: 0.26, verdict: 'same' }],
    },
  });
  const words = { name: 'Great-grandmother Emily', date_text: 'about 1890', group_id: group };
  const faces = [{ x: 0.36, y: 0.2, width: 0.28, height: 0.26, verdict: 'closer' as const }];
  return [
    await plantPhoto({
      uid,
      file: photoFile('hubbard_pryor_cdv_1864.jpg'),
      status: 'failed',
      createdAt: new Date(now - 4 * DAY_MS),
    }),
    await plantPhoto({
      uid,
      ...pair('damaged'),
      tool: 'textremove',
      createdAt: new Date(now - 3 * DAY_MS),
      shown: true,
      fields: { name: 'At the kitchen table, with the scratch across the dress, summer at the lake' },
    }),
    await plantPhoto({
      uid,
      ...pair('colorization'),
      tool: 'colorize',
      createdAt: new Date(now - DAY_MS),
      shown: true,
    }),
    await plantPhoto({ uid, ...pair('hero'), tool: 'photoscaler', createdAt: new Date(now - 90_000), shown: true }),
    await plantPhoto({ uid, ...pair('portrait'), tool: 'colorize', shown: true, fields: { ...words, faces } }),
    await plantPhoto({
      uid,
      ...pair('portrait'),
      tool: 'photoscaler',
      shown: true,
      fields: { ...words, faces, is_favourite: true },
    }),
    await plantPhoto({ uid, status: 'processing', progressPercent: 40, file: demoFile('damaged-before') }),
  ];
}

test('a gallery: sizes, search, selection, versions, and every dialog of a photo', async ({ page }) => {
  await page.goto('/');
  const { uid } = await signUp(page);
  await plantFamily(uid);
  const { docs } = await db.collection('photos').where('user_id', '==', uid).get();
  await Promise.all(docs.map((photo) => photo.ref.update({ search_words: searchWordsOf([photo.get('name')]) })));
  await expect(photoCards(page)).toHaveCount(6);
  const top = () => page.evaluate(() => window.scrollTo(0, 0));
  await shot(page, '60-gallery-top');
  for (const size of ['Small', 'Large', 'Medium']) {
    const choice = page.getByRole('radio', { name: size });
    // On a phone a medium photo is as wide as a large one.
    if (!(await choice.isVisible())) continue;
    await choice.check();
    await shot(page, `61-gallery-${size.toLowerCase()}`, { whole: true });
  }
  const versioned = photoCards(page).filter({ hasText: 'Emily' });
  const seen = async (target: Locator, name: string) => {
    await target.scrollIntoViewIfNeeded();
    await shot(page, name);
  };
  await seen(versioned, '62-versions');
  await seen(photoCards(page).filter({ hasText: 'Processing' }), '62-processing');
  await seen(photoCards(page).filter({ hasText: 'Click to Delete' }), '62-failed');
  await top();
  await page.getByRole('searchbox').fill('Emily');
  await expect(photoCards(page)).toHaveCount(1);
  await shot(page, '63-search-found');
  await page.getByRole('searchbox').fill('Zeppelin');
  await expect(page.getByRole('button', { name: 'Clear Search' })).toBeVisible();
  await shot(page, '63-search-none');
  await page.getByRole('button', { name: 'Clear Search' }).click();
  await expect(photoCards(page)).toHaveCount(6);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('checkbox').nth(1).click();
  await page.getByRole('checkbox').nth(2).click();
  await shot(page, '64-select');
  await page.getByRole('button', { name: 'Delete 2 photos' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete 2 photos?' })).toBeVisible();
  await shot(page, '64-select-delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 photos' }).click();
  // The first call starts a function's process.
  await expect(page.getByText(/^Deleting \d of 2$/)).toBeHidden({ timeout: 60_000 });
  await expectToast(page, 'Photos Deleted');
  await shot(page, '64-undo');
  await page.getByRole('button', { name: 'Your Account' }).click();
  await page.getByRole('button', { name: 'Deleted photos' }).click();
  await expect(page.getByRole('button', { name: 'Bring Back' })).toBeVisible();
  await shot(page, '64-deleted-photos');
  await page.getByRole('button', { name: 'Bring Back' }).click();
  await expect(page.getByText(/There are none now/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(photoCards(page)).toHaveCount(6);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'Select All' }).click();
  await shot(page, '64-select-all');
  await page.getByRole('button', { name: 'Share 4 photos' }).click();
  const sharing = page.getByRole('dialog', { name: 'Share 4 photos' });
  await expect(sharing.getByRole('button', { name: 'Create Link' })).toBeVisible();
  await shot(page, '64-share-set');
  await sharing.getByRole('button', { name: 'Create Link' }).click();
  await expect(sharing.getByRole('textbox', { name: 'Link' })).toHaveValue(/shared=/);
  await shot(page, '64-share-set-link');
  const album = await page.context().newPage();
  await album.goto(await sharing.getByRole('textbox', { name: 'Link' }).inputValue());
  await expect(album.getByRole('slider')).toHaveCount(4);
  await shot(album, '68-shared-set', { whole: true });
  await album.close();
  await page.keyboard.press('Escape');
  await expect(sharing).toBeHidden();
  await page.getByRole('button', { name: 'Stop selecting' }).click();
  await page.getByRole('button', { name: 'Your Account' }).click();
  await page.getByRole('button', { name: 'Shared sets' }).click();
  await expect(page.getByRole('button', { name: /^Stop Sharing/ })).toBeVisible();
  await shot(page, '64-shared-sets');
  await page.keyboard.press('Escape');

  await cardButton(versioned, 'More').click();
  await expect(page.getByRole('menuitem', { name: 'Edit Details' })).toBeVisible();
  await shot(page, '65-menu');
  await page.getByRole('menuitem', { name: 'Edit Details' }).click();
  const dialog = (name: string) => page.getByRole('dialog', { name });
  await expect(dialog('Edit Details')).toBeVisible();
  await shot(page, '65-details');
  const close = async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await close();
  await pressInMenu(versioned, 'Other Formats');
  await expect(dialog('Other Formats').getByRole('button', { name: 'Save Card' })).toBeVisible();
  await shot(page, '66-formats');
  await close();
  await pressInMenu(versioned, 'Continue From This Result');
  await expect(dialog('Continue From This Result')).toBeVisible();
  await shot(page, '66-continue');
  await close();
  await cardButton(versioned, 'Delete').click();
  await expect(dialog('Delete this restored photo?')).toBeVisible();
  await shot(page, '66-delete-version');
  await close();
  await pressInMenu(versioned, 'Share');
  await shot(page, '67-share-ask');
  await dialog('Share This Photo').getByRole('button', { name: 'Create Link' }).click();
  await expect(dialog('Share This Photo').getByRole('textbox', { name: 'Link' })).toHaveValue(/shared=/);
  const link = await dialog('Share This Photo').getByRole('textbox', { name: 'Link' }).inputValue();
  await shot(page, '67-share-link');
  const visit = await page.context().newPage();
  await visit.goto(link);
  await expect(visit.getByRole('slider')).toBeVisible();
  await shot(visit, '68-shared-page', { whole: true });
  await dialog('Share This Photo').getByRole('button', { name: 'Stop Sharing' }).click();
  await expect(dialog('Share This Photo').getByRole('button', { name: 'Create Link' })).toBeVisible();
  await visit.reload();
  await expect(visit.getByRole('heading', { name: 'This is not shared any more' })).toBeVisible();
  await shot(visit, '68-shared-revoked');
  await visit.close();
  await close();

  await cardButton(versioned, 'Full Screen').click();
  await expect(page.locator('[data-sharp]')).toBeVisible();
  await shot(page, '70-viewer');
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect(page.locator('[data-sharp]')).toBeVisible();
  await shot(page, '70-viewer-zoomed');
  await page.keyboard.press('0');
  await page.getByRole('button', { name: 'Side by side' }).click();
  await expect(page.locator('[data-sharp]')).toBeVisible();
  await shot(page, '71-viewer-side-by-side');
  await page.getByRole('button', { name: 'Side by side' }).click();
  await page.keyboard.down('h');
  await shot(page, '71-viewer-hold');
  await page.keyboard.up('h');
  await page.getByRole('button', { name: 'Go to face 1 of 1' }).click();
  await expect(page.locator('[data-sharp]')).toBeVisible();
  await shot(page, '72-viewer-face');
  await page.setViewportSize({ width: 844, height: 390 });
  await page.keyboard.press('0');
  await expect(page.locator('[data-sharp]')).toBeVisible();
  await shot(page, '73-viewer-on-its-side');
});
