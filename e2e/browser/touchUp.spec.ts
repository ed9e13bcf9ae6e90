import { expect, type Request, test } from '@playwright/test';
import sharp from 'sharp';
import { balanceOf } from '../src/admin';
import { furthest, pixelsOf } from '../src/canvasPixels';
import { photoFile } from '../src/pictures';
import { suiteUrls } from '../src/suiteUrls';
import { arrive } from './page/account';
import {
  APART,
  type Area,
  apartIn,
  BESIDE,
  CLOTH,
  FAR,
  furthestIn,
  MARK,
  MENDED,
  openSliders,
  PAINTED,
  RESULT,
  savedPicture,
  tintOf,
  withWebGl,
} from './page/adjusting';
import { axeFindings } from './page/axe';
import { touch } from './page/fingers';
import { expectToast } from './page/toast';
import { chooseFile } from './page/upload';

test.use(withWebGl);

test('brushes bring the original back and mend a mark by mouse, keys and finger, and are undone by stroke @long', async ({
  page,
}, info) => {
  test.slow();
  const opened = await openSliders(page, info);
  const { viewer, open, canvas, corner, atActualSize, shown, expected, untouched, unmarked } = opened;
  const button = (name: string) => viewer.getByRole('button', { name });
  await button('Touch Up').click();
  await expect(button('Bring Original Back')).toHaveAttribute('aria-pressed', 'true');
  await expect(button('Undo')).toHaveAttribute('aria-disabled', 'true');
  await button('Keep to Edges').click();
  const [left, top] = await corner();
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
  // The photo stays where it is from brush to brush.
  for (const brush of ['Mend a Mark', 'Bring Original Back']) {
    await button(brush).click();
    expect(await canvas.boundingBox()).toEqual(phone);
  }
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

test('a picked colour spreads over what is touched by mouse or keys, is saved and shared @long', async ({
  page,
  browser,
}, info) => {
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
  const { viewer, corner, shown, expected, stored, openLink } = await openSliders(page, info);
  const button = (name: string) => viewer.getByRole('button', { name, exact: true });
  await button('Color').click();
  await button('Cloth').click();
  await expect(button('Navy cloth')).toHaveAttribute('aria-pressed', 'true');
  const [left, top] = await corner();
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
  const { visit, picture } = await openLink(browser);
  await expect(picture).toHaveAttribute('src', /^blob:/);
  expect(tintOf(CLOTH, await pixelsOf(picture)).blueness).toBeGreaterThan(30);
  await visit.context().close();
});

/** Around the middle of a picture, where the brush is when it is given keys. */
const MIDDLE: Area = { x: 190, y: 270, width: 20, height: 20 };

test('a grey photo is coloured by hand before any restore, and only the saved file knows @phone-long @long', async ({
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
