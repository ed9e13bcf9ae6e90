import { type Adjustment, PLAIN_RESULT } from '@heirlight/contract/adjustment';
import { adjusted, LUMA, mapsOf, rowsOf } from '@heirlight/imaging/adjust';
import { chromiumLaunch } from '@heirlight/test-browser/chromium';
import { type Browser, expect, type Page, type Request, type TestInfo, test } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { balanceOf, db } from '../src/admin';
import { decodedIn, furthest, middleOf, type Pixels, pixelsOf } from '../src/canvasPixels';
import { photoFile } from '../src/pictures';
import { plantPhoto } from '../src/plantedPhotos';
import { suiteUrls } from '../src/suiteUrls';
import { arrive, forgetPhotosAtLoad } from './page/account';
import { axeFindings } from './page/axe';
import { touch } from './page/fingers';
import { photoCards } from './page/selectors';
import { expectToast } from './page/toast';
import { chooseFile } from './page/upload';

const FACE = { x: 0.42, y: 0.13, width: 0.18, height: 0.16, verdict: null };
const RESULT = { width: 400, height: 560 };
const PERCENT = { Repair: 30, Color: 60, Faces: 20, Sharpness: 80, Warmth: 40, Contrast: -50 };
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

/** A mended mark is so many levels from what was there, in the mean. */
const MENDED = 8;

/** Part of a picture, pixels. */
interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const PAINTED: Area = { x: 110, y: 274, width: 180, height: 12 };
const BESIDE: Area = { x: 0, y: 330, width: 400, height: 230 };
/** A black mark in both pictures, which the engine left. */
const MARK: Area = { x: 70, y: 60, width: 8, height: 80 };
/** Of the cloth on the table, and what is far from it. */
const CLOTH: Area = { x: 315, y: 430, width: 30, height: 40 };
const FAR: Area = { x: 0, y: 0, width: 150, height: 150 };
const FACE_MIDDLE: Area = { x: 180, y: 95, width: 44, height: 50 };

function partOf(picture: Pixels, { x, y, width, height }: Area): Pixels {
  const rows = Array.from({ length: height }, (_, row) => ((y + row) * picture.width + x) * 4);
  const data = Uint8ClampedArray.from(rows.flatMap((at) => [...picture.data.subarray(at, at + width * 4)]));
  return { width, height, data };
}

/** By how much two pictures differ at most in a part of them. */
const furthestIn = (area: Area, one: Pixels, other: Pixels): number => furthest(partOf(one, area), partOf(other, area));

/** By how much they differ in the mean. */
function apartIn(area: Area, one: Pixels, other: Pixels): number {
  const { data } = partOf(other, area);
  return partOf(one, area).data.reduce((sum, value, at) => sum + Math.abs(value - (data[at] ?? 0)), 0) / data.length;
}

/** Writes a picture with the mark, which is given in pixels of the result, and returns it without. */
async function writeMarked(picture: Sharp, file: string): Promise<Pixels> {
  const clean = sharp(await picture.toColourspace('srgb').png().toBuffer());
  const { data, info } = await clean.clone().ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const scale = info.width / RESULT.width;
  const size = { width: MARK.width * scale, height: MARK.height * scale };
  const input = { create: { ...size, channels: 3, background: 'black' } } as const;
  await clean.composite([{ input, left: MARK.x * scale, top: MARK.y * scale }]).toFile(file);
  return { width: info.width, height: info.height, data: Uint8ClampedArray.from(data) };
}

/** The means of a part of a picture: luma, and how much bluer than red it is. Levels. */
function tintOf({ x, y, width, height }: Area, { data, width: across }: Pixels) {
  const [red, green, blue] = [0, 1, 2].map((channel) => {
    let sum = 0;
    for (let at = 0; at < width * height; at++)
      sum += data[((y + Math.floor(at / width)) * across + x + (at % width)) * 4 + channel]!;
    return sum / (width * height);
  }) as [number, number, number];
  return { luma: LUMA[0] * red + LUMA[1] * green + LUMA[2] * blue, blueness: blue - red };
}

async function savedPicture(page: Page, press: () => Promise<void>) {
  const downloading = page.waitForEvent('download');
  await press();
  const download = await downloading;
  const saved = Buffer.concat(await (await download.createReadStream()).toArray());
  const { data, info } = await sharp(saved).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const xmp = (await sharp(saved).metadata()).xmp?.toString();
  return { width, height, data: Uint8ClampedArray.from(data), xmp, name: download.suggestedFilename() };
}

/** Opens the sliders of a photo whose result is twice as large, at 100 % and all of it seen. */
async function openSliders(page: Page, info: TestInfo) {
  await page.emulateMedia({ colorScheme: 'light' });
  const { uid } = await arrive(page);
  const [before, after] = [info.outputPath('before.png'), info.outputPath('after.png')];
  const scan = sharp(photoFile('mary_mackillop_c1890.jpg'));
  const small = scan.clone().resize(RESULT.width / 2, RESULT.height / 2, { fit: 'fill' });
  const restored = scan
    .clone()
    .resize({ ...RESULT, fit: 'fill' })
    .sharpen()
    .modulate({ brightness: 1.1 })
    .tint({ r: 255, g: 225, b: 190 });
  const clean = {
    original: rowsOf(await writeMarked(small, before)),
    result: rowsOf(await writeMarked(restored, after)),
  };
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
  await expect(slider('Repair')).toBeFocused();
  const compare = viewer.getByRole('slider', { name: /Compare/ });
  await compare.press('Home');
  const [original, result] = [await decodedIn(page, urls.original_url), await decodedIn(page, urls.restored_url)];
  const pictures = { original: rowsOf(original), result: rowsOf(result) };
  const adjustedBy = (by: Adjustment, of = pictures) => {
    const maps = mapsOf(of.original, of.result, [FACE]);
    return { ...RESULT, data: adjusted(of, maps, by).read(0, RESULT.height) };
  };
  const expected = adjustedBy(ADJUSTMENT);
  const unmarked = adjustedBy(ADJUSTMENT, clean);
  const untouched = adjustedBy({ ...ADJUSTMENT, repair: 0, colour: 0, faces: 0, sharpness: 0 });
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
  const driven = { viewer, open, slider, canvas, compare, atActualSize };
  return { ...driven, shown, expected, untouched, unmarked, stored, comeBack, openLink };
}

test('a photo is adjusted by sliders and keys, kept, saved and shared as it is seen', async ({
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

test('brushes bring the original back and mend a mark by mouse, keys and finger, and are undone by stroke', async ({
  page,
}, info) => {
  test.slow();
  const opened = await openSliders(page, info);
  const { viewer, open, canvas, atActualSize, shown, expected, untouched, unmarked } = opened;
  const button = (name: string) => viewer.getByRole('button', { name });
  await button('Touch Up').click();
  await expect(button('Bring Original Back')).toHaveAttribute('aria-pressed', 'true');
  await expect(button('Undo')).toHaveAttribute('aria-disabled', 'true');
  await button('Keep to Edges').click();
  const box = (await canvas.boundingBox())!;
  const [left, top] = [box.x + (box.width - RESULT.width) / 2, box.y + (box.height - RESULT.height) / 2];
  await page.mouse.move(left + 100, top + 280);
  await page.mouse.down();
  await page.mouse.move(left + 300, top + 280, { steps: 8 });
  await page.mouse.up();
  const isPainted = () =>
    expect.poll(async () => furthestIn(PAINTED, await shown(), untouched)).toBeLessThanOrEqual(APART);
  await isPainted();
  expect(furthestIn(PAINTED, expected, untouched)).toBeGreaterThan(20);
  expect(furthestIn(BESIDE, await shown(), expected)).toBeLessThanOrEqual(APART);
  expect(await axeFindings(page, '[role=dialog]')).toEqual([]);

  await page.keyboard.press('Control+z');
  await expect.poll(async () => furthest(await shown(), expected)).toBeLessThanOrEqual(APART);
  await page.keyboard.press('Control+Shift+Z');
  await isPainted();

  await button('Mend a Mark').click();
  await page.mouse.move(left + MARK.x + 4, top + MARK.y - 10);
  await page.mouse.down();
  await page.mouse.move(left + MARK.x + 4, top + MARK.y + MARK.height + 10, { steps: 8 });
  await page.mouse.up();
  const mark = async () => apartIn(MARK, await shown(), unmarked);
  await expect.poll(mark).toBeLessThan(MENDED);
  await page.keyboard.press('Control+z');
  await expect.poll(mark).toBeGreaterThan(5 * MENDED);
  await page.keyboard.press('Control+Shift+Z');
  await expect.poll(mark).toBeLessThan(MENDED);
  await button('Done').click();
  await atActualSize();
  await isPainted();
  const kept = await savedPicture(page, () => viewer.getByRole('button', { name: 'Save', exact: true }).click());
  expect(furthestIn(PAINTED, kept, untouched)).toBe(0);
  expect(apartIn(MARK, kept, unmarked)).toBeLessThan(MENDED);
  const seen = await shown();
  // Where a graphics processor enlarges a dark JPEG, single values are further away: its colours lie apart from its light.
  const apart = kept.data.filter((value, at) => Math.abs(value - (seen.data[at] ?? Number.NaN)) > APART);
  expect(apart.length).toBeLessThan(kept.data.length / 10_000);
  expect(kept.xmp).toContain('Parts of the original were brought back by brush. Marks were mended by brush.');

  // On a phone. Two fingers zoom and paint nothing; one paints; keys move the brush and apply it.
  await page.setViewportSize({ width: 390, height: 664 });
  await open.click();
  await button('Touch Up').click();
  await expect(button('Undo')).toHaveAttribute('aria-disabled', 'false');
  const undone = viewer.getByRole('status');
  const phone = (await canvas.boundingBox())!;
  const [x, y] = [phone.x + phone.width / 2, phone.y + phone.height / 2];
  await touch(page, [
    [{ x, y }],
    [
      { x, y },
      { x: x + 20, y },
    ],
    [
      { x, y },
      { x: x + 80, y },
    ],
    [
      { x, y },
      { x: x + 90, y },
    ],
  ]);
  await touch(page, [[{ x, y }], [{ x: x + 30, y }], [{ x: x + 60, y: y + 10 }]]);
  await viewer.getByRole('application').press('ArrowLeft');
  await expect(undone).toContainText('across');
  await viewer.getByRole('application').press(' ');
  await expect(undone).toHaveText('The original is back here');
  expect(await axeFindings(page, '[role=dialog]')).toEqual([]);
  for (const left of ['3 strokes', '2 strokes', '1 stroke', '0 strokes']) {
    await button('Undo').press('Enter');
    await expect(undone).toHaveText(`Undone. ${left}`);
  }
  await expect(button('Undo')).toHaveAttribute('aria-disabled', 'true');
});

test('a picked colour spreads over what is touched by mouse or keys, and is saved', async ({ page }, info) => {
  test.slow();
  // What makes colours spread comes late, as on a slow phone.
  let arrive = () => {};
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/strokeWorker/, async (route) => {
    await late;
    await route.continue();
  });
  const { viewer, canvas, shown, expected, stored } = await openSliders(page, info);
  const button = (name: string) => viewer.getByRole('button', { name, exact: true });
  await button('Color').click();
  await button('Cloth').click();
  await expect(button('Navy cloth')).toHaveAttribute('aria-pressed', 'true');
  const box = (await canvas.boundingBox())!;
  const [left, top] = [box.x + (box.width - RESULT.width) / 2, box.y + (box.height - RESULT.height) / 2];
  await page.mouse.click(left + CLOTH.x + CLOTH.width / 2, top + CLOTH.y + CLOTH.height / 2);
  const blueness = async () => tintOf(CLOTH, await shown()).blueness;
  expect(tintOf(CLOTH, expected).blueness).toBeLessThan(-5);
  // Until it spreads one sees what was touched.
  const touched = { x: CLOTH.x + CLOTH.width / 2 - 1, y: CLOTH.y + CLOTH.height / 2 - 1, width: 2, height: 2 };
  await expect.poll(async () => tintOf(touched, await shown()).blueness).toBeGreaterThan(20);
  expect(await blueness()).toBeLessThan(0);
  arrive();
  await expect.poll(blueness).toBeGreaterThan(8);
  expect(furthestIn(FAR, await shown(), expected)).toBeLessThanOrEqual(APART);
  expect(await axeFindings(page, '[role=dialog]')).toEqual([]);

  await page.keyboard.press('Control+z');
  await expect.poll(async () => furthest(await shown(), expected)).toBeLessThanOrEqual(APART);
  await viewer.getByLabel('Any color').fill('#2040a0');
  await viewer.getByRole('application').press(' ');
  await expect(viewer.getByRole('status')).toHaveText('Colored');
  await expect.poll(blueness).toBeGreaterThan(30);
  await button('Take Color Away').click();
  await viewer.getByRole('application').press(' ');
  await expect(viewer.getByRole('status')).toHaveText('Color taken away');
  await expect.poll(async () => furthest(await shown(), expected)).toBeLessThanOrEqual(APART);
  await page.keyboard.press('Control+z');
  await expect.poll(blueness).toBeGreaterThan(30);
  await button('Done').click();
  await expect.poll(stored).toMatchObject({ strokes: [{ kind: 'colour', colour: '#2040a0' }] });
  const kept = await savedPicture(page, () => button('Save').click());
  const [is, was] = [tintOf(CLOTH, kept), tintOf(CLOTH, expected)];
  expect(is.blueness).toBeGreaterThan(30);
  expect(Math.abs(is.luma - was.luma)).toBeLessThan(1);
  expect(furthestIn(FAR, kept, expected)).toBe(0);
  expect(kept.xmp).toContain('Parts were colored by hand');
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
  const { viewer, canvas, shown, untouched } = await openSliders(page, info);
  // Its brushes are the same arithmetic.
  const button = (name: string) => viewer.getByRole('button', { name, exact: true });
  await button('Touch Up').click();
  await button('Whole Face').click();
  await expect.poll(async () => furthestIn(FACE_MIDDLE, await shown(), untouched)).toBeLessThanOrEqual(APART);
  await button('Color').click();
  await button('Cloth').click();
  const box = (await canvas.boundingBox())!;
  const [left, top] = [box.x + (box.width - RESULT.width) / 2, box.y + (box.height - RESULT.height) / 2];
  await page.mouse.click(left + CLOTH.x + CLOTH.width / 2, top + CLOTH.y + CLOTH.height / 2);
  await expect.poll(async () => tintOf(CLOTH, await shown()).blueness).toBeGreaterThan(8);
});

/** Around the middle of a picture, where the brush is when it is given keys. */
const MIDDLE: Area = { x: 190, y: 270, width: 20, height: 20 };

test('a grey photo is coloured by hand before any restore, and only the saved file knows @phone-long', async ({
  page,
}) => {
  test.slow();
  const isPhone = page.viewportSize()!.width < 600;
  if (isPhone) await page.setViewportSize({ width: 390, height: 664 });
  const { uid } = await arrive(page);
  const balance = await balanceOf(uid);
  const grey = sharp(photoFile('mary_mackillop_c1890.jpg'))
    .resize({ ...RESULT, fit: 'fill' })
    .greyscale()
    .linear(0.6, 80)
    .toColourspace('srgb')
    .withExif({ IFD2: { DateTimeOriginal: '1931:05:02 00:00:00' } });
  const photo = await grey.jpeg({ quality: 95 }).toBuffer();
  const { data } = await sharp(photo).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const original = { ...RESULT, data: Uint8ClampedArray.from(data) };
  await chooseFile(page, { name: 'mary.jpg', mimeType: 'image/jpeg', buffer: photo });
  const dialog = page.getByRole('dialog', { name: 'Upload & Restore' });
  const offer = dialog.getByRole('button', { name: 'Color it by hand, free, on this device' });
  await expect(offer).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole('button', { name: 'Restore Photo' })).toBeInViewport({ ratio: 1 });

  const asked: Request[] = [];
  page.context().on('request', (request) => asked.push(request));
  await (isPhone ? offer.tap() : offer.press('Enter'));
  const viewer = page.getByRole('dialog', { name: 'mary.jpg, Full Screen' });
  const button = (name: string) => viewer.getByRole('button', { name, exact: true });
  await expect(viewer.getByRole('slider', { name: 'Spreads' })).toBeFocused();
  await expect(viewer).toContainText('Not uploaded. Only the file you save keeps it.');
  await expect(button('Strength')).toHaveCount(0);
  await button('Cloth').press('Enter');
  const undo = button('Undo');
  if (isPhone) {
    const box = (await viewer.getByRole('img').boundingBox())!;
    await touch(page, [[{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]]);
  } else await viewer.getByRole('application').press(' ');
  await expect(undo).toHaveAttribute('aria-disabled', 'false');
  expect(await axeFindings(page, '[role=dialog]')).toEqual([]);

  const kept = await savedPicture(page, () => button('Save').press('Enter'));
  expect(kept).toMatchObject({ ...RESULT, name: 'mary by hand.png' });
  await expectToast(page, 'Download Started', 'Your photo is downloading, as you see it here.');
  const [is, was] = [tintOf(MIDDLE, kept), tintOf(MIDDLE, original)];
  expect(was.blueness).toBe(0);
  expect(is.blueness).toBeGreaterThan(10);
  expect(Math.abs(is.luma - was.luma)).toBeLessThan(1);
  expect(kept.xmp).toContain('Adjusted by hand, in percent: warmth 0, contrast 0. Parts were colored by hand.');
  expect(kept.xmp).toContain('1931-05-02');
  expect(kept.xmp).not.toContain('AISystemUsed');

  // What is not saved is asked about; what is saved is not.
  await button('Undo').press('Enter');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard Your Changes?' });
  await question.getByRole('button', { name: 'Go On Adjusting' }).press('Enter');
  await button('Redo').press('Enter');
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(question).toBeHidden();
  await expect(offer).toBeFocused();

  // Whoever is signed in listens to their account all the time.
  const listening = [suiteUrls.firestore, suiteUrls.auth];
  const others = asked.map((request) => ({ method: request.method(), url: request.url() }));
  const sent = others.filter(({ url }) => !url.startsWith('blob:') && !listening.some((one) => url.startsWith(one)));
  expect(sent.filter(({ method, url }) => method !== 'GET' || !url.startsWith(suiteUrls.app))).toEqual([]);
  expect(await balanceOf(uid)).toBe(balance);
});
