/** On phones of 320 to 360 px nothing gives way to what matters less. */
import { expect, type Locator, test } from '@playwright/test';
import { photoFile } from '../src/pictures';
import { plantPhoto } from '../src/plantedPhotos';
import { arrive } from './page/account';
import { pressInMenu } from './page/cards';
import { misfits } from './page/misfits';
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

test('a name or a text without a space is broken, where it was searched for and on a shared page @long', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 664 });
  const { uid } = await arrive(page);
  const fields = { name: 'x'.repeat(80), date_text: 'y'.repeat(60), caption: 'z'.repeat(200) };
  for (const _ of [1, 2]) await plantPhoto({ uid, shown: true, fields });
  await expect(photoCards(page)).toHaveCount(2);
  const search = page.getByRole('searchbox');
  await search.fill('w'.repeat(60));
  await expect(page.getByText(/^No photo matches/).last()).toBeVisible();
  expect(await misfits(page)).toEqual([]);
  await search.fill('');

  const dialog = page.getByRole('dialog');
  const createLink = async () => {
    await dialog.getByRole('button', { name: 'Create Link' }).click();
    const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    return link;
  };
  await pressInMenu(photoCards(page).first(), 'Share');
  const one = await createLink();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  // By a key: so soon and in the same place, a click would count as the second one of a double click.
  await page.getByRole('button', { name: 'Select All' }).press('Enter');
  await page.getByRole('button', { name: 'Share 2 photos' }).click();
  const both = await createLink();
  for (const link of [one, both]) {
    await page.goto(link);
    await expect(page.getByRole('slider').first()).toBeVisible();
    expect(await misfits(page)).toEqual([]);
  }
});
