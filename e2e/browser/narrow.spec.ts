/** On phones of 320 to 360 px nothing gives way to what matters less. */
import { expect, type Locator, test } from '@playwright/test';
import { photoFile } from '../src/pictures';
import { plantPhoto } from '../src/plantedPhotos';
import { arrive } from './page/account';
import { packCard, photoCards } from './page/selectors';
import { chooseFile } from './page/upload';

const heightOf = async (element: Locator) => (await element.boundingBox())?.height ?? 0;
const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN;

test('the bar above the photos leaves the search its word, while scrolled and after a reload @long', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 664 });
  const { uid } = await arrive(page);
  for (const name of ['Ada', 'Emil']) await plantPhoto({ uid, shown: true, fields: { name } });
  await expect(photoCards(page)).toHaveCount(2);
  const search = page.getByRole('searchbox');
  const upload = page.getByRole('button', { name: 'Upload', exact: true });
  // As wide as its word, and room for a few letters more.
  const widthOf = () => search.evaluate((input) => input.clientWidth);
  await page.evaluate(() => window.scrollTo(0, 600));
  await expect(upload).toBeInViewport();
  expect(await widthOf()).toBeGreaterThan(120);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(upload).toHaveCount(0);
  await page.reload();
  await expect(photoCards(page)).toHaveCount(2);
  await expect(search).toBeVisible();
  await expect(upload).toHaveCount(0);
});

test('the buttons below a chosen photo stand on one line @long', async ({ page }) => {
  await arrive(page);
  await chooseFile(page, photoFile('mary_mackillop_c1890.jpg'));
  const dialog = page.getByRole('dialog', { name: 'Upload & Restore' });
  const [turn, remove] = ['Straighten or turn', 'Remove photo'].map((name) => dialog.getByRole('button', { name }));
  if (!turn || !remove) throw new Error('There are two');
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 664 });
    await expect.poll(async () => (await topOf(remove)) - (await topOf(turn))).toBe(0);
  }
});

test('a pack that is being bought stays as large as it was @long', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 664 });
  await arrive(page);
  await page.getByRole('button', { name: 'Pricing' }).first().click();
  const card = packCard(page, 25);
  await expect(card).toBeVisible();
  const before = await heightOf(card);
  // It never answers.
  await page.route('**/create-checkout-session', () => undefined);
  await card.getByRole('button', { name: /Buy Now/ }).click();
  await expect(card.getByRole('button', { name: 'Processing...' })).toBeVisible();
  expect(await heightOf(card)).toBe(before);
});
