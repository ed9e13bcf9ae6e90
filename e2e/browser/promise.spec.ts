/** Models that draw have habits. What a person sees of them: their own photo, at its size, with the same people. */
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { balanceOf, db } from '../src/admin';
import { photoFile } from '../src/pictures';
import { arrive } from './page/account';
import { cardButton } from './page/cards';
import { test } from './page/faults';
import { counter, photoCards } from './page/selectors';
import { expectToast } from './page/toast';
import { RESTORE_LIMIT_MS, uploadPhoto } from './page/upload';

const MEGAPIXEL = { kind: 'megapixel', pixels: 100_000 };
const portrait = async () => ({
  name: 'mary.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp(photoFile('mary_mackillop_c1890.jpg')).jpeg().toBuffer(),
});

test('a picture that the model has shrunk and moved comes back in its place and size, with its face compared @alone @long', async ({
  page,
  faults,
}) => {
  test.slow();
  const { uid } = await arrive(page);
  const moved = { kind: 'move', zoom: 1.05, x: 0.02, y: -0.01, degrees: 0.5 };
  await faults.replicate({ habits: [{ habits: [moved, MEGAPIXEL], count: 1 }] });
  await uploadPhoto(page, { file: await portrait(), tool: 'Colorize' });
  await expect(photoCards(page).getByRole('slider')).toBeVisible({ timeout: RESTORE_LIMIT_MS });
  const { docs } = await db.collection('photos').where('user_id', '==', uid).get();
  const photo = docs[0]?.data();
  const { width, height } = photo?.original_size ?? {};
  expect(photo?.restored_size).toMatchObject({ width, height });
  expect(photo?.faces).toHaveLength(1);
  expect(['same', 'closer']).toContain(photo?.faces[0].verdict);
  await cardButton(photoCards(page), 'Full Screen').click();
  const viewer = page.getByRole('dialog', { name: /Full Screen$/ });
  await expect(viewer.getByText(/^(Same face, checked|Made closer to the original)$/)).toBeVisible();
});

test('a picture that shows something else, twice, is not delivered: the photo fails with its reason and is refunded @alone @long', async ({
  page,
  faults,
}) => {
  test.slow();
  const { uid } = await arrive(page);
  await faults.replicate({ habits: [{ habits: [{ kind: 'redraw', seed: 1 }, MEGAPIXEL], count: 2 }] });
  await uploadPhoto(page, { file: await portrait(), tool: 'Colorize' });
  await expect(photoCards(page)).toContainText('The AI drew another picture, twice.', { timeout: RESTORE_LIMIT_MS });
  await expect(counter(page)).toContainText('0');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await photoCards(page).getByRole('button', { name: 'Failed - Click to Delete' }).click();
  await expectToast(page, 'Photo Deleted & Credit Refunded!');
  await expect(photoCards(page)).toHaveCount(0);
  expect(await balanceOf(uid)).toBe(1);
});
