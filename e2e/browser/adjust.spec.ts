import { expect, test } from '@playwright/test';
import { furthest, pixelsOf } from '../src/canvasPixels';
import {
  ADJUSTMENT,
  APART,
  APART_AS_JPEG,
  CLOTH,
  FACE_MIDDLE,
  furthestIn,
  openSliders,
  RESULT,
  savedPicture,
  tintOf,
  withWebGl,
} from './page/adjusting';
import { axeFindings } from './page/axe';

test.use(withWebGl);

test('a photo is adjusted by sliders and keys, kept, saved and shared as it is seen @long', async ({
  page,
  browser,
}, info) => {
  test.slow();
  const opened = await openSliders(page, info);
  const { viewer, open, slider, compare, atActualSize, shown, expected, stored, comeBack, openLink } = opened;
  expect(await page.evaluate(() => document.createElement('canvas').getContext('webgl2') !== null)).toBe(true);
  await expect(slider('Repair')).toHaveAttribute('aria-valuetext', '30%');
  await expect(slider('Contrast')).toHaveAttribute('aria-valuetext', 'Softer 50');
  expect(await axeFindings(page, '[role=dialog]')).toEqual([]);

  // What is held is the original, adjusted or not.
  await page.keyboard.down('h');
  await expect.poll(async () => furthest(await shown(), expected)).toBeGreaterThan(20);
  await page.keyboard.up('h');
  await viewer.getByRole('button', { name: 'Done' }).click();
  await expect(open).toBeFocused();
  await expect(page.getByText('Adjusted', { exact: true })).toBeVisible();
  await expect.poll(stored).toMatchObject(ADJUSTMENT);

  await comeBack();
  await compare.press('Home');
  // What mixes the pictures comes a moment after them.
  await expect(async () => {
    await atActualSize();
    const apart = async () => furthest(await shown(), expected);
    await expect.poll(apart, { timeout: 3000 }).toBeLessThanOrEqual(APART);
  }).toPass();

  const kept = await savedPicture(page, () => viewer.getByRole('button', { name: 'Save', exact: true }).click());
  expect(kept).toMatchObject(RESULT);
  expect(furthest(kept, expected)).toBe(0);
  expect(furthest(kept, await shown())).toBeLessThanOrEqual(APART);
  expect(kept.xmp).toContain('Adjusted by hand, in percent: repair 30, color 60');

  const { visit, picture } = await openLink(browser);
  await expect(picture).toHaveAttribute('src', /^blob:/);
  const seen = async () => furthest(await pixelsOf(picture), expected);
  await expect.poll(seen).toBeLessThanOrEqual(APART_AS_JPEG);
  await visit.context().close();

  // Arrows move the slider that has the focus, and not the split; Escape asks, takes it back and leaves the viewer open.
  await page.setViewportSize({ width: 390, height: 664 });
  await open.click();
  await expect(slider('Repair')).toHaveAttribute('aria-valuetext', '30%');
  // The buttons above the sliders are apart and in one line, also on the smallest phone and beside a scrollbar.
  const head = ['Cancel', 'Reset', 'Hold to see the original', 'Done'].map((name) =>
    viewer.getByRole('button', { name }),
  );
  const leastGap = async () => {
    const boxes = await Promise.all(head.map(async (button) => (await button.boundingBox())!));
    return Math.min(...boxes.slice(1).map(({ x }, at) => x - boxes[at]!.x - boxes[at]!.width));
  };
  // So are a slider, its name and its value.
  const apartInRow = () =>
    slider('Repair').evaluate(({ parentElement }) => {
      const middles = [...parentElement!.children].map((part) => {
        const { top, height } = part.getBoundingClientRect();
        return top + height / 2;
      });
      return Math.max(...middles) - Math.min(...middles);
    });
  for (const width of [320, 378, 390]) {
    await page.setViewportSize({ width, height: 664 });
    await expect.poll(leastGap).toBeGreaterThan(3);
    await expect.poll(apartInRow).toBeLessThan(3);
  }
  await slider('Repair').press('ArrowRight');
  await expect(slider('Repair')).toHaveAttribute('aria-valuetext', '31%');
  await expect(compare).toHaveAttribute('aria-valuenow', '0');
  expect(await axeFindings(page, '[role=dialog]')).toEqual([]);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard Your Changes?' });
  expect(await axeFindings(page, '[role=dialog]')).toEqual([]);
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(question).toBeHidden();
  await open.click();
  await expect(slider('Repair')).toHaveAttribute('aria-valuetext', '30%');
  await viewer.getByRole('button', { name: 'Reset' }).click();
  await expect(slider('Repair')).toHaveAttribute('aria-valuetext', 'Full');
  await viewer.getByRole('button', { name: 'Done' }).click();
  await expect.poll(stored).toBeNull();
  await comeBack();
  // By key: on this page it lies where Full Screen was pressed.
  await open.press('Enter');
  await expect(slider('Contrast')).toHaveAttribute('aria-valuetext', 'As it is');
});

test('without WebGL a photo is adjusted on a plain canvas', async ({ page }, info) => {
  test.slow();
  await page.addInitScript(() => {
    const getContext = HTMLCanvasElement.prototype.getContext;
    const without = function (this: HTMLCanvasElement, kind: string, ...more: unknown[]) {
      return kind === 'webgl2' ? null : Reflect.apply(getContext, this, [kind, ...more]);
    };
    Object.assign(HTMLCanvasElement.prototype, { getContext: without });
  });
  const { viewer, corner, shown, untouched } = await openSliders(page, info);
  // Its brushes are the same arithmetic.
  const button = (name: string) => viewer.getByRole('button', { name, exact: true });
  await button('Touch Up').click();
  await button('Whole Face').click();
  await expect.poll(async () => furthestIn(FACE_MIDDLE, await shown(), untouched)).toBeLessThanOrEqual(APART);
  await button('Color').click();
  await button('Cloth').click();
  const [left, top] = await corner();
  await page.mouse.click(left + CLOTH.x + CLOTH.width / 2, top + CLOTH.y + CLOTH.height / 2);
  await expect.poll(async () => tintOf(CLOTH, await shown()).blueness).toBeGreaterThan(8);
});
