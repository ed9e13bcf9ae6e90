import { expect, test } from '@playwright/test';
import { photoFile } from '../src/pictures';
import { plantPhoto } from '../src/plantedPhotos';
import { arrive } from './page/account';
import { photoCards } from './page/selectors';

const upright = photoFile('mary_mackillop_c1890.jpg');
const wide = photoFile('hubbard_pryor_cdv_1864.jpg');

test('a card is as high as what is on it: beside a tall photo, a wide one has no empty mat', async ({ page }) => {
  const { uid } = await arrive(page);
  await plantPhoto({ uid, file: wide, shown: true, createdAt: new Date(2024, 2, 5, 9) });
  await plantPhoto({ uid, file: upright, shown: true, createdAt: new Date(2024, 2, 5, 10) });
  await plantPhoto({ uid, file: wide, status: 'processing', createdAt: new Date(2024, 2, 5, 11) });
  await expect(photoCards(page)).toHaveCount(3);
  const cards = await photoCards(page).evaluateAll((all) =>
    all.map((card) => {
      const [mat, words] = [...card.children].map((part) => part.getBoundingClientRect());
      const picture = card.querySelector('[data-compare], [data-developing]')!.getBoundingClientRect();
      const { top, bottom } = card.getBoundingClientRect();
      return { top, filled: picture.height / mat!.height, below: bottom - words!.bottom, height: picture.height };
    }),
  );
  // All in one row.
  expect(new Set(cards.map(({ top }) => Math.round(top))).size).toBe(1);
  expect(Math.max(...cards.map(({ height }) => height))).toBeGreaterThan(
    1.4 * Math.min(...cards.map(({ height }) => height)),
  );
  for (const { filled, below } of cards) {
    expect(filled).toBeGreaterThan(2 / 3);
    expect(below).toBeLessThan(8);
  }
});
