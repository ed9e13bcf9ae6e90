import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { balanceOf, db, filesBelow, setBalance } from '../src/admin';
import { smallPicture } from '../src/pictures';
import { plantPhoto } from '../src/plantedPhotos';
import { arrive } from './page/account';
import { cardButton, confirmDeletion, pressInMenu } from './page/cards';
import { counter, photoCards } from './page/selectors';
import { expectToast } from './page/toast';
import { RESTORE_LIMIT_MS } from './page/upload';

test('a failed photo is tried again at a balance of 0, and becomes one card with versions that are chosen, named and deleted @long', async ({
  page,
}) => {
  test.slow();
  // The engine's tests show how it restores; here it must only come to its end.
  const file = test.info().outputPath('mary.jpg');
  writeFileSync(file, await smallPicture());
  const { uid } = await arrive(page);
  await expect(counter(page)).toContainText('1');
  await setBalance(uid, 0);
  const failedId = await plantPhoto({ uid, status: 'failed', tool: 'colorize', file, fields: { name: 'Mary' } });
  const card = photoCards(page);
  await expect(card).toHaveAttribute('data-status', 'failed');
  await cardButton(card, 'Try Again').click();
  const again = page.getByRole('dialog', { name: 'Try Again' });
  await expect(again.getByText('Free: uses none of your restores')).toBeVisible();
  // What failed is tried again as it was, unless another tool is chosen.
  await expect(again.getByRole('tab', { name: 'Colorize' })).toHaveAttribute('aria-selected', 'true');
  await again.getByRole('tab', { name: 'Text-Remove' }).click();
  await again.getByRole('button', { name: 'Restore Photo' }).click();
  await expect(card.getByRole('slider')).toBeVisible({ timeout: RESTORE_LIMIT_MS });
  await expect(card).toHaveCount(1);
  await expect(card.getByRole('heading', { name: 'Mary' })).toBeVisible();
  expect(await balanceOf(uid)).toBe(0);
  expect((await db.doc(`photos/${failedId}`).get()).exists).toBe(false);

  // On a phone, from its result.
  await page.setViewportSize({ width: 390, height: 664 });
  await setBalance(uid, 1);
  await pressInMenu(card, 'Continue From This Result');
  const next = page.getByRole('dialog', { name: 'Continue From This Result' });
  await expect(next.getByText('Uses 1 of your 1 restore')).toBeVisible();
  await next.getByRole('tab', { name: 'PureFace' }).click();
  // A quick restore may be done before anybody looks.
  const states = await card.evaluateHandle((node: HTMLElement) => {
    const seen: (string | undefined)[] = [];
    new MutationObserver(() => seen.push(node.dataset.status)).observe(node, { attributeFilter: ['data-status'] });
    return seen;
  });
  await next.getByRole('button', { name: 'Restore Photo' }).click();
  await expect.poll(() => states.jsonValue()).toContain('processing');
  await expect(card).toHaveCount(1);
  await expect(card).toBeInViewport();
  await expect(card.getByRole('slider')).toBeVisible({ timeout: RESTORE_LIMIT_MS });
  const versions = card.getByRole('group', { name: /^Versions of .*Mary/ }).getByRole('button');
  await expect(versions).toHaveText(['Original', 'Text-Remove', '+ PureFace']);
  const { docs } = await db.collection('photos').where('user_id', '==', uid).get();
  expect(docs.map((photo) => photo.get('group_id'))).toEqual([failedId, failedId]);

  await versions.getByText('Text-Remove').click();
  await pressInMenu(card, 'Make Favorite');
  await expect(card.getByRole('button', { name: 'Text-Remove, favorite' })).toBeVisible();
  await pressInMenu(card, 'Edit Details');
  const details = page.getByRole('dialog', { name: 'Edit Details' });
  await details.getByLabel('Name').fill('Mother Mary');
  await details.getByLabel('Date').fill('about 1890');
  await details.getByRole('button', { name: 'Save Details' }).click();
  await expectToast(page, 'Details Saved');
  await expect(card.getByRole('heading', { name: 'Mother Mary' })).toBeVisible();
  await expect(card.getByText('about 1890')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

  await page.reload();
  await expect(versions).toHaveText(['Original', 'Text-Remove', '+ PureFace']);
  await expect(card.getByRole('button', { name: 'Text-Remove, favorite' })).toHaveAttribute('aria-pressed', 'true');
  await cardButton(card, 'Delete').click();
  await confirmDeletion(page, 'Delete This Version');
  await expectToast(page, 'Photo Deleted');
  await expect(versions).toHaveCount(0);
  await expect(card.getByRole('slider')).toBeVisible();
  await plantPhoto({ uid, tool: 'photoscaler', fields: { group_id: failedId, name: 'Mother Mary' } });
  await expect(versions).toHaveText(['Original', '+ PureFace', 'PhotoScaler']);
  await cardButton(card, 'Delete').click();
  await confirmDeletion(page, 'Delete All 2 Versions');
  await expect(card).toHaveCount(0);
  const files = async () => [...(await filesBelow(`images/${uid}/`)), ...(await filesBelow(`results/${uid}/`))];
  await expect.poll(files).toEqual([]);
});
