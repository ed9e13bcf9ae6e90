/** A photo in the viewer whose adjustments are drawn, and what they must look like. */
import { type Adjustment, PLAIN_RESULT } from '@heirlight/contract/adjustment';
import { adjusted, LUMA, mapsOf, rowsOf } from '@heirlight/imaging/adjust';
import { chromiumLaunch } from '@heirlight/test-browser/chromium';
import { type Browser, expect, type Page, type TestInfo } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { db } from '../../src/admin';
import { decodedIn, furthest, middleOf, type Pixels } from '../../src/canvasPixels';
import { photoFile } from '../../src/pictures';
import { plantPhoto } from '../../src/plantedPhotos';
import { arrive, forgetPhotosAtLoad } from './account';
import { photoCards } from './selectors';

const FACE = { x: 0.42, y: 0.13, width: 0.18, height: 0.16, verdict: null };
export const RESULT = { width: 400, height: 560 };
const PERCENT = { Repair: 30, Color: 60, Faces: 20, Sharpness: 80, Warmth: 40, Contrast: -50 };
export const ADJUSTMENT: Adjustment = {
  ...PLAIN_RESULT,
  ...{ repair: 0.3, colour: 0.6, faces: 0.2, sharpness: 0.8, warmth: 0.4, contrast: -0.5 },
};

const launch = await chromiumLaunch();
const args = launch.args.filter((one) => one !== '--disable-gpu');
/** With WebGL, which no other test needs. */
export const withWebGl = {
  launchOptions: { ...launch, args: [...args, '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] },
};

/** Levels of 255: the graphics processor's numbers round otherwise where two levels are as near. */
export const APART = 1;
/** A JPEG without loss of colour is no further away. */
export const APART_AS_JPEG = 8;

/** A mended mark is so many levels from what was there, in the mean. */
export const MENDED = 8;

/** Part of a picture, pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const PAINTED: Area = { x: 110, y: 274, width: 180, height: 12 };
export const BESIDE: Area = { x: 0, y: 330, width: 400, height: 230 };
/** A black mark in both pictures, which the engine left. */
export const MARK: Area = { x: 70, y: 60, width: 8, height: 80 };
/** Of the cloth on the table, and what is far from it. */
export const CLOTH: Area = { x: 315, y: 430, width: 30, height: 40 };
export const FAR: Area = { x: 0, y: 0, width: 150, height: 150 };
export const FACE_MIDDLE: Area = { x: 180, y: 95, width: 44, height: 50 };

function partOf(picture: Pixels, { x, y, width, height }: Area): Pixels {
  const rows = Array.from({ length: height }, (_, row) => ((y + row) * picture.width + x) * 4);
  const data = Uint8ClampedArray.from(rows.flatMap((at) => [...picture.data.subarray(at, at + width * 4)]));
  return { width, height, data };
}

/** By how much two pictures differ at most in a part of them. */
export const furthestIn = (area: Area, one: Pixels, other: Pixels): number =>
  furthest(partOf(one, area), partOf(other, area));

/** By how much they differ in the mean. */
export function apartIn(area: Area, one: Pixels, other: Pixels): number {
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
export function tintOf({ x, y, width, height }: Area, { data, width: across }: Pixels) {
  const [red, green, blue] = [0, 1, 2].map((channel) => {
    let sum = 0;
    for (let at = 0; at < width * height; at++)
      sum += data[((y + Math.floor(at / width)) * across + x + (at % width)) * 4 + channel]!;
    return sum / (width * height);
  }) as [number, number, number];
  return { luma: LUMA[0] * red + LUMA[1] * green + LUMA[2] * blue, blueness: blue - red };
}

export async function savedPicture(page: Page, press: () => Promise<void>) {
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
export async function openSliders(page: Page, info: TestInfo) {
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
  // The original has one tone: where it is brought back, the colours stay.
  const untouched = adjustedBy({ ...ADJUSTMENT, repair: 0, faces: 0, sharpness: 0 });
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
  /** Where the result's first pixel is on the page, when it is shown at its actual size. */
  const corner = async () => {
    const box = (await canvas.boundingBox())!;
    return [box.x + (box.width - RESULT.width) / 2, box.y + (box.height - RESULT.height) / 2] as const;
  };
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
  const driven = { viewer, open, slider, canvas, compare, atActualSize, corner };
  return { ...driven, shown, expected, untouched, unmarked, stored, comeBack, openLink };
}
