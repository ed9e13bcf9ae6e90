import { type Adjustment, PLAIN_RESULT } from '@heirlight/contract/adjustment';
import { adjusted, mapsOf, rowsOf } from '@heirlight/imaging/adjust';
import { chromiumLaunch } from '@heirlight/test-browser/chromium';
import { type Browser, expect, type Page, type TestInfo, test } from '@playwright/test';
import sharp from 'sharp';
import { db } from '../src/admin';
import { decodedIn, furthest, middleOf, pixelsOf } from '../src/canvasPixels';
import { photoFile } from '../src/pictures';
import { plantPhoto } from '../src/plantedPhotos';
import { arrive, forgetPhotosAtLoad } from './page/account';
import { axeFindings } from './page/axe';
import { photoCards } from './page/selectors';

const FACE = { x: 0.42, y: 0.13, width: 0.18, height: 0.16, verdict: null };
const RESULT = { width: 400, height: 560 };
const PERCENT = { Repair: 30, Colour: 60, Faces: 20, Sharpness: 80, Warmth: 40, Contrast: -50 };
const ADJUSTMENT: Adjustment = {
  ...PLAIN_RESULT,
  ...{ repair: 0.3, colour: 0.6, faces: 0.2, sharpness: 0.8, warmth: 0.4, contrast: -0.5 },
};

const launch = await chromiumLaunch();
/** With WebGL, which no other test needs. */
const args = launch.args.filter((one) => one !== '--disable-gpu');
test.use({ launchOptions: { ...launch, args: [...args, '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] } });

/** Levels of 255. The browser enlarges the original for the preview, and rounds more than saving does. */
const APART = 2;
/** A JPEG without loss of colour is no further away. */
const APART_AS_JPEG = 8;

/** Opens the sliders of a photo whose result is twice as large, at 100 % and all of it seen. */
async function openSliders(page: Page, info: TestInfo) {
  await page.emulateMedia({ colorScheme: 'light' });
  const { uid } = await arrive(page);
  const [before, after] = [info.outputPath('before.png'), info.outputPath('after.png')];
  const scan = sharp(photoFile('mary_mackillop_c1890.jpg'));
  await scan
    .clone()
    .resize(RESULT.width / 2, RESULT.height / 2, { fit: 'fill' })
    .toFile(before);
  const restored = scan
    .clone()
    .resize({ ...RESULT, fit: 'fill' })
    .sharpen();
  await restored.modulate({ brightness: 1.1 }).tint({ r: 255, g: 225, b: 190 }).toFile(after);
  const fields = { faces: [FACE], restored_size: { ...RESULT, bytes: 1 }, name: 'Mary' };
  const id = await plantPhoto({ uid, file: before, restoredFile: after, fields });
  const urls = (await db.doc(`photos/${id}`).get()).data()!;

  const openViewer = () => photoCards(page).getByRole('button', { name: 'Full Screen' }).click();
  await openViewer();
  const viewer = page.getByRole('dialog', { name: 'Mary, Full Screen' });
  const open = viewer.getByRole('button', { name: 'Adjust' });
  await open.click();
  const slider = (name: string) => viewer.getByRole('group', { name: 'Adjust' }).getByRole('slider', { name });
  // Their code comes with the first press.
  await expect(slider('Repair')).toBeFocused({ timeout: 45_000 });
  const compare = viewer.getByRole('slider', { name: /Compare/ });
  await compare.press('Home');
  const [original, result] = [await decodedIn(page, urls.original_url), await decodedIn(page, urls.restored_url)];
  const pictures = { original: rowsOf(original), result: rowsOf(result) };
  const maps = mapsOf(pictures.original, pictures.result, [FACE]);
  const expected = { ...RESULT, data: adjusted(pictures, maps, ADJUSTMENT).read(0, RESULT.height) };
  expect(furthest(expected, result)).toBeGreaterThan(20);
  const canvas = viewer.getByRole('img');
  const rows = () => canvas.evaluate((node) => (node as HTMLCanvasElement).height);
  /** Each pixel of the result on one of the canvas's. A canvas can be read once it was emptied, by a new size. */
  const atActualSize = async () => {
    let had: number;
    do {
      had = await rows();
      const { width, height } = page.viewportSize()!;
      await page.setViewportSize({ width, height: height + 1 });
      await expect.poll(rows).not.toBe(had);
    } while ((await rows()) % 2 !== 0);
    await compare.press('1');
  };
  const shown = () => middleOf(canvas, RESULT);
  // The pictures that can be read come a moment after the sliders.
  await expect(async () => {
    await atActualSize();
    await expect.poll(async () => furthest(await shown(), result), { timeout: 3000 }).toBe(0);
  }).toPass();
  for (const [name, percent] of Object.entries(PERCENT)) await slider(name).fill(`${percent}`);
  await expect.poll(async () => furthest(await shown(), expected)).toBeLessThanOrEqual(APART);
  /** Opens a link that shows the photo, as somebody who is not signed in. Returns the picture after. */
  const openLink = async (browser: Browser) => {
    const token = '0'.repeat(8) + id.replaceAll('-', '').slice(8);
    const pictures = { before_url: urls.original_url, after_url: urls.restored_url };
    const link = { photo_id: id, user_id: uid, set: null, folder: id, ...pictures, created_at: new Date() };
    await db.doc(`shares/${token}`).set(link);
    const visit = await (await browser.newContext({ viewport: { width: 390, height: 664 } })).newPage();
    await visit.goto(`/?shared=${token}`);
    return { visit, picture: visit.getByRole('img', { name: /^After/ }) };
  };
  const stored = async () => (await db.doc(`photos/${id}`).get()).get('adjustment');
  /** A new page, as on another device: it knows only what is stored. */
  const comeBack = async () => {
    await forgetPhotosAtLoad(page);
    await page.reload();
    await openViewer();
  };
  return { viewer, open, slider, compare, atActualSize, shown, expected, stored, comeBack, openLink };
}

test('a photo is adjusted by sliders and keys, kept, saved and shared as it is seen', async ({
  page,
  browser,
}, info) => {
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

  const download = page.waitForEvent('download');
  await viewer.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = Buffer.concat(await (await (await download).createReadStream()).toArray());
  const { data, info: size } = await sharp(saved).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([size.width, size.height]).toEqual([RESULT.width, RESULT.height]);
  const kept = { ...RESULT, data: Uint8ClampedArray.from(data) };
  expect(furthest(kept, expected)).toBe(0);
  expect(furthest(kept, await shown())).toBeLessThanOrEqual(APART);
  expect((await sharp(saved).metadata()).xmp?.toString()).toContain(
    'Adjusted by hand, in percent: repair 30, colour 60',
  );

  const { visit, picture } = await openLink(browser);
  await expect(picture).toHaveAttribute('src', /^blob:/);
  const seen = async () => furthest(await pixelsOf(picture), expected);
  await expect.poll(seen).toBeLessThanOrEqual(APART_AS_JPEG);
  await visit.context().close();

  // Arrows move the slider that has the focus, and not the split; Escape takes it back and leaves the viewer open.
  await page.setViewportSize({ width: 390, height: 664 });
  await open.click();
  await expect(slider('Repair')).toHaveAttribute('aria-valuetext', '30%');
  await slider('Repair').press('ArrowRight');
  await expect(slider('Repair')).toHaveAttribute('aria-valuetext', '31%');
  await expect(compare).toHaveAttribute('aria-valuenow', '0');
  expect(await axeFindings(page, '[role=dialog]')).toEqual([]);
  await page.keyboard.press('Escape');
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
  await page.addInitScript(() => {
    const getContext = HTMLCanvasElement.prototype.getContext;
    const without = function (this: HTMLCanvasElement, kind: string, ...more: unknown[]) {
      return kind === 'webgl2' ? null : Reflect.apply(getContext, this, [kind, ...more]);
    };
    Object.assign(HTMLCanvasElement.prototype, { getContext: without });
  });
  await openSliders(page, info);
});
