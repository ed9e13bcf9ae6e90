/** On phones of 320 to 360 px nothing gives way to what matters less. */
import { expect, test } from '@playwright/test';
import { plantPhoto } from '../src/plantedPhotos';
import { arrive } from './page/account';
import { photoCards } from './page/selectors';

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
