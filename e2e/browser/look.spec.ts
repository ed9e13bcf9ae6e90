import { expect, type Locator, test } from '@playwright/test';
import { photoFile } from '../src/pictures';
import { plantPhoto } from '../src/plantedPhotos';
import { arrive } from './page/account';
import { photoCards } from './page/selectors';
import { chooseFile } from './page/upload';

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

test('among the user’s own colours one sees what is first, what is chosen, where a dialog ends, and the focus', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
  const { uid } = await arrive(page);
  const looks = (locator: Locator) =>
    locator.evaluate((element) => {
      const style = getComputedStyle(element);
      const { backgroundColor, color, outlineColor } = style;
      const outline = style.outlineStyle === 'none' ? 0 : Number.parseFloat(style.outlineWidth);
      const border = style.borderTopStyle === 'none' ? 0 : Number.parseFloat(style.borderTopWidth);
      return { backgroundColor, color, border, outline, outlineColor };
    });
  const { backgroundColor: ground } = await looks(page.locator('body'));
  const upload = page.getByRole('main').getByRole('button', { name: 'Upload Your Photo' }).first();
  const pricing = page.getByRole('button', { name: 'Pricing' }).first();
  expect((await looks(upload)).backgroundColor).not.toBe(ground);
  for (const button of [upload, pricing]) expect((await looks(button)).border).toBeGreaterThan(0);

  await plantPhoto({ uid, shown: true });
  const knob = photoCards(page).getByRole('slider').locator('svg');
  const handle = await looks(knob);
  expect(handle.backgroundColor).not.toBe(handle.color);
  await page.keyboard.press('Tab');
  await photoCards(page).getByRole('slider').focus();
  expect((await looks(knob)).outline).toBeGreaterThan(0);

  await chooseFile(page, upright);
  const dialog = page.getByRole('dialog', { name: 'Upload & Restore' });
  expect((await looks(dialog)).border).toBeGreaterThan(0);
  const chosen = dialog.getByRole('tab', { selected: true });
  const other = dialog.getByRole('tab', { selected: false }).first();
  expect((await looks(chosen)).backgroundColor).not.toBe((await looks(other)).backgroundColor);
  // The tool is focused by script, and the keyboard was used last.
  await chosen.press('ArrowRight');
  const focused = await looks(chosen);
  expect(focused.outline).toBeGreaterThan(0);
  expect(focused.outlineColor).not.toBe(focused.backgroundColor);
  await dialog.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  expect((await looks(dialog.getByRole('button', { name: 'Close' }))).outline).toBeGreaterThan(0);
});
