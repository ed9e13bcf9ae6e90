import { expect, type Locator, type Page, type Request, test } from '@playwright/test';
import sharp from 'sharp';
import { demoFile, photoFile } from '../src/pictures';
import { suiteUrls } from '../src/suiteUrls';
import { arrive } from './page/account';
import { axeFindings } from './page/axe';

const PHOTO = photoFile('mary_mackillop_c1890.jpg');
const PHONE = { width: 390, height: 664 };

/** What each tool's panel says and shows, apart from its purpose. */
const TOOLS = {
  DeepRestore: ['Choose when a print is faded, scratched or stained.', /faded to an even gray/, 'deeprestore'],
  Colorize: ['Choose when a photo is black and white.', /black and white; then with color/, 'colorize'],
  PhotoScaler: ['Choose when a good photo is too small to print.', /face of a cat/, 'photoscaler'],
  PureFace: ['Choose when only the faces are blurred.', /then with a clear face/, 'pureface'],
  'LowRez-Fix': ['Choose when a picture of people is tiny.', /tiny portrait of an astronaut/, 'lowrezfix'],
  'Text-Remove': ['Choose when a date or words lie over a photo.', /then without the date/, 'textremove'],
} as const;
const PICTURES = Object.values(TOOLS).flatMap(([, , id]) =>
  ['before', 'after'].map((side) => `/demo/sizes/tool-${id}-${side}-360.avif`),
);

/** Where the split between before and after is, in per cent from the left. */
const splitOf = (pair: Locator) =>
  pair.evaluate((frame) => Number.parseFloat(getComputedStyle(frame).getPropertyValue('--split')));

async function expectPair(pair: Locator, id: string): Promise<void> {
  const drawn = () =>
    pair
      .locator('img')
      .evaluateAll((images) =>
        images.map(
          (image) => (image as HTMLImageElement).naturalWidth && new URL((image as HTMLImageElement).src).pathname,
        ),
      );
  await expect.poll(drawn).toEqual(PICTURES.filter((path) => path.includes(`tool-${id}-`)));
}

/** Chooses a tool as one does here: by touch, or by a key that leads to it from the one that has the focus. */
async function choose(page: Page, tab: Locator, key: string): Promise<void> {
  if (await page.evaluate(() => matchMedia('(pointer: coarse)').matches)) await tab.tap();
  else for (const one of key.split(' ')) await page.keyboard.press(one);
  await expect(tab).toHaveAttribute('aria-selected', 'true');
}

test('each tool shows what it does, and says when to choose it @phone @long', async ({ page }) => {
  if (page.viewportSize()!.width < 600) await page.setViewportSize(PHONE);
  // The landing page has asked for some already, as far as its window reaches.
  const asked = new Set<string>();
  page.on('requestfinished', (request) => asked.add(new URL(request.url()).pathname));
  await arrive(page);
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload & Restore' });
  // They are there before a photo is chosen.
  await expect.poll(() => PICTURES.filter((path) => !asked.has(path))).toEqual([]);
  await dialog.locator('input[type=file]').setInputFiles(PHOTO);
  await expect(dialog.getByRole('tab', { name: 'DeepRestore' })).toBeFocused();
  const panel = dialog.getByRole('tabpanel');
  for (const [name, [when, shows, id]] of Object.entries(TOOLS)) {
    await choose(page, dialog.getByRole('tab', { name }), name === 'DeepRestore' ? 'Home' : 'ArrowRight');
    await expect(panel).toContainText(when);
    const pair = panel.getByRole('img', { name: shows });
    await expectPair(pair, id);
    // Motion is reduced: it stands still.
    expect(await splitOf(pair)).toBe(50);
    await expect(dialog.getByRole('button', { name: 'Restore Photo' })).toBeInViewport({ ratio: 1 });
  }
  await expect.poll(() => axeFindings(page)).toEqual([]);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await choose(page, dialog.getByRole('tab', { name: 'DeepRestore' }), 'Home');
  const pair = panel.getByRole('img', { name: TOOLS.DeepRestore[1] });
  await expect.poll(() => splitOf(pair), { intervals: [50] }).toBeLessThan(20);
  // Once: then nothing moves any more.
  await expect.poll(() => pair.evaluate((frame) => frame.getAnimations().length)).toBe(0);
  expect(await splitOf(pair)).toBe(50);
});

/** A grey photo with light scratches across it. */
async function scratchedPhoto() {
  const photo = sharp(demoFile('colorization-before'));
  const { width = 0, height = 0 } = await photo.metadata();
  const lines = [0.2, 0.5, 0.8].map((at) => `M${at * width} 0 L${(1 - at) * width + 90} ${height}`);
  const paint = 'stroke="#fff" stroke-width="4" fill="none"';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="${lines.join('')}" ${paint}/></svg>`;
  const buffer = await photo
    .composite([{ input: Buffer.from(svg) }])
    .jpeg()
    .toBuffer();
  return { name: 'scratched.jpg', mimeType: 'image/jpeg', buffer };
}

test('the tool that fits a photo is suggested with its reason; it is chosen by one tap or key @phone-long @long', async ({
  page,
}) => {
  test.slow();
  const isPhone = page.viewportSize()!.width < 600;
  if (isPhone) await page.setViewportSize(PHONE);
  // What looks at the photo starts when the dialog has been measured without its answer.
  let look: () => void = () => undefined;
  const measured = new Promise<void>((resolve) => {
    look = resolve;
  });
  await page.route('**/inspectWorker*', async (route) => {
    await measured;
    await route.continue();
  });
  await arrive(page);
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload & Restore' });
  await dialog.locator('input[type=file]').setInputFiles(demoFile('colorization-before'));
  const deepRestore = dialog.getByRole('tab', { name: 'DeepRestore' });
  await expect(deepRestore).toBeFocused();
  const places = () => Promise.all([deepRestore, dialog.getByRole('tabpanel')].map((part) => part.boundingBox()));
  const before = await places();
  look();
  const words = 'Suggested: Colorize. It is black and white.';
  const suggestion = dialog.getByRole('button', { name: words });
  await expect(suggestion).toBeVisible();
  expect(await places()).toEqual(before);
  await expect(dialog.getByRole('status').filter({ hasText: 'Suggested' })).toHaveText(words);
  await expect(deepRestore).toHaveAttribute('aria-selected', 'true');
  await expect(dialog.getByRole('button', { name: 'Restore Photo' })).toBeInViewport({ ratio: 1 });
  await expect.poll(() => axeFindings(page)).toEqual([]);
  if (isPhone) await suggestion.tap();
  else await suggestion.press('Enter');
  const colorize = dialog.getByRole('tab', { name: 'Colorize' });
  await expect(colorize).toHaveAttribute('aria-selected', 'true');
  await expect(colorize).toBeFocused();

  await dialog.getByRole('button', { name: 'Remove photo' }).press('Enter');
  await dialog.locator('input[type=file]').setInputFiles(await scratchedPhoto());
  const scratched = dialog.getByRole('status').filter({ hasText: 'Suggested' });
  await expect(scratched).toHaveText('Suggested: DeepRestore. It is gray and scratched.');
  await expect(deepRestore).toHaveAttribute('aria-selected', 'true');
});

/** How far red and blue are apart on average, in grey levels. */
const colourOf = (picture: Locator) =>
  picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
    context?.drawImage(image, 0, 0);
    const data = context?.getImageData(0, 0, width, height).data ?? [];
    let sum = 0;
    for (let i = 0; i < data.length; i += 4) sum += Math.abs((data[i] ?? 0) - (data[i + 2] ?? 0));
    return sum / (width * height);
  });

test('a quick look is made on this device when it is asked for, and nothing of the photo is sent @phone-long @long', async ({
  page,
}) => {
  test.slow();
  const isPhone = page.viewportSize()!.width < 600;
  if (isPhone) await page.setViewportSize(PHONE);
  const asked: Request[] = [];
  page.context().on('request', (request) => asked.push(request));
  const ofTheLook = () => asked.filter((request) => /quickLookWorker|\.onnx|\.wasm/.test(request.url()));
  await arrive(page);
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload & Restore' });
  // Small: these tests' Chromium optimises no script.
  const photo = await sharp(PHOTO).resize(160).jpeg().toBuffer();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'grandmother.jpg', mimeType: 'image/jpeg', buffer: photo });
  const offer = dialog.getByRole('button', { name: 'Quick look on this device, free, about 8 MB once' });
  await expect(offer).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole('button', { name: 'Restore Photo' })).toBeInViewport({ ratio: 1 });
  await choose(page, dialog.getByRole('tab', { name: 'PhotoScaler' }), 'ArrowRight ArrowRight');
  await expect(offer).toBeHidden();
  await choose(page, dialog.getByRole('tab', { name: 'DeepRestore' }), 'Home');
  expect(ofTheLook()).toEqual([]);

  asked.length = 0;
  await (isPhone ? offer.tap() : offer.press('Enter'));
  const slider = dialog.getByRole('slider', { name: /Quick look at your photo/ });
  await expect(slider).toBeFocused();
  await expect(slider).toBeInViewport();
  await expect(dialog).toContainText('Made on this device. Nothing was sent. The restore itself uses a larger model');
  const pictures = dialog.locator('[data-compare] img');
  const [before = 0, after = 0] = await Promise.all([0, 1].map((side) => colourOf(pictures.nth(side))));
  expect(after).toBeGreaterThan(before + 1);
  expect(
    ofTheLook()
      .map((request) => new URL(request.url()).pathname.replace(/-[\w-]{8}\./, '.'))
      .sort(),
  ).toEqual([
    '/assets/colour.onnx',
    '/assets/damage.onnx',
    '/assets/ort-wasm-simd-threaded.wasm',
    '/assets/quickLookWorker.js',
  ]);
  // Whoever is signed in listens to their account all the time.
  const listening = [suiteUrls.firestore, suiteUrls.auth];
  const sent = asked.filter((request) => !listening.some((url) => request.url().startsWith(url)));
  expect(sent.filter((request) => request.method() !== 'GET').map((request) => request.url())).toEqual([]);
  const origins = new Set(sent.map((request) => new URL(request.url()).origin));
  expect([...origins]).toEqual([suiteUrls.app]);
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuenow', /^(?!50$)/);
});
