import { expect, type Locator, type Page, test } from '@playwright/test';
import { setBalance } from '../src/admin';
import { demoFile, photoFile } from '../src/pictures';
import { plantPhoto } from '../src/plantedPhotos';
import { arrive } from './page/account';
import { cardButton, pressInMenu } from './page/cards';
import { photoCards } from './page/selectors';
import { setTextSize } from './page/textSize';
import { chooseFile } from './page/upload';

const PHONE = { width: 390, height: 664 };
const upright = photoFile('mary_mackillop_c1890.jpg');
const wide = photoFile('hubbard_pryor_cdv_1864.jpg');
const FACE = { x: 0.42, y: 0.13, width: 0.18, height: 0.16 };

const boxOf = async (locator: Locator) => (await locator.boundingBox())!;
const bottomOf = async (locator: Locator) => {
  const { y, height } = await boxOf(locator);
  return y + height;
};

/** The parts of a box that nobody can reach: beside it, or below it where it does not scroll. */
const cutIn = (box: Locator) =>
  box.evaluate((list) => {
    const { left, right, top, bottom } = list.getBoundingClientRect();
    const scrolls = getComputedStyle(list).overflowY === 'auto';
    const isCut = (part: Element) => {
      const rect = part.getBoundingClientRect();
      if (rect.width === 0) return false;
      return rect.left < left - 1 || rect.right > right + 1 || (!scrolls && rect.bottom > bottom + 1);
    };
    const isOutside = top < 0 || bottom > window.innerHeight + 1;
    return [...(isOutside ? [list] : []), ...[...list.querySelectorAll('*')].filter(isCut)].map((one) => one.outerHTML);
  });

/** The window as a phone's, with text of this size. */
async function asPhone(page: Page, percent: number): Promise<void> {
  // In this order: a new text size alone at times reaches no media query in Chromium; a new window size does.
  await setTextSize(page, percent);
  await page.setViewportSize({ ...PHONE, width: PHONE.width - 1 });
  await page.setViewportSize(PHONE);
  const textSize = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  await expect.poll(textSize).toBe(`${Math.round((16 * percent) / 100)}px`);
}

test('a card is as high as what is on it: beside a tall photo, a wide one has no empty mat @long', async ({ page }) => {
  const { uid } = await arrive(page);
  const createdAt = new Date();
  await plantPhoto({ uid, file: wide, shown: true, createdAt });
  await plantPhoto({ uid, file: upright, shown: true, createdAt });
  await plantPhoto({ uid, file: wide, status: 'processing', createdAt });
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

test('among the user’s own colours one sees what is first, what is chosen, where a dialog ends, and the focus @long', async ({
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

  await cardButton(photoCards(page), 'Full Screen').click();
  const viewer = page.getByRole('dialog', { name: /Full Screen$/ });
  await viewer.getByRole('button', { name: 'Adjust' }).click();
  await viewer.getByRole('button', { name: 'Color', exact: true }).click();
  for (const [isPressed, isNot] of [
    ['Color', 'Strength'],
    ['Skin', 'Hair'],
  ] as const) {
    const one = (name: string) => viewer.getByRole('button', { name, exact: true });
    expect((await looks(one(isPressed))).color).not.toBe((await looks(one(isNot))).color);
  }
  const discs = await viewer
    .getByRole('group', { name: 'Skin' })
    .getByRole('button')
    .evaluateAll((all) =>
      all.map((one) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(one, '::before');
        return `${backgroundColor} ${backgroundImage}`;
      }),
    );
  expect(discs.length).toBeGreaterThan(3);
  expect(new Set(discs).size).toBe(discs.length);
  // The border that all buttons have now keeps off the words.
  const air = await viewer.getByRole('button', { name: 'Hold to see the original' }).evaluate((button) => {
    const words = document.createRange();
    words.selectNodeContents(button);
    return button.getBoundingClientRect().right - words.getBoundingClientRect().right;
  });
  expect(air).toBeGreaterThanOrEqual(6);
  await viewer.getByRole('button', { name: 'Cancel' }).click();
  await viewer.getByRole('button', { name: 'Close' }).click();
  await expect(viewer).toHaveCount(0);

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

test('on a low phone the upload dialog shows the whole choice, and nothing lies on the photo', async ({ page }) => {
  await arrive(page);
  await page.setViewportSize(PHONE);
  await chooseFile(page, upright);
  const dialog = page.getByRole('dialog', { name: 'Upload & Restore' });
  const restore = dialog.getByRole('button', { name: 'Restore Photo' });
  const picture = await boxOf(dialog.getByRole('img', { name: /^Your photo/ }));
  const remove = await boxOf(dialog.getByRole('button', { name: 'Remove photo' }));
  expect(remove.y).toBeGreaterThanOrEqual(picture.y + picture.height);
  for (const tool of await dialog.getByRole('tab').all()) await expect(tool).toBeInViewport({ ratio: 1 });
  await expect(restore).toBeInViewport({ ratio: 1 });
  // Also what AI may change, which the buttons would lie on.
  const redrawn = await boxOf(dialog.getByText('What AI redraws may differ from what was there.'));
  expect(redrawn.y + redrawn.height).toBeLessThanOrEqual((await boxOf(dialog.locator('[data-actions]'))).y);
  // A word keeps off the border of its tile, with text of any size.
  const columns = () =>
    dialog
      .getByRole('tab')
      .evaluateAll((tools) => new Set(tools.map((tool) => tool.getBoundingClientRect().left)).size);
  for (const [size, percent] of [
    [{ width: 320, height: 640 }, 100],
    [PHONE, 130],
    [PHONE, 200],
  ] as const) {
    await asPhone(page, percent);
    await page.setViewportSize(size);
    const air = () =>
      dialog.getByRole('tab').evaluateAll((tools) =>
        tools.map((tool) => {
          const words = document.createRange();
          words.selectNodeContents(tool.lastChild!);
          const [inner, outer] = [words.getBoundingClientRect(), tool.getBoundingClientRect()];
          return Math.min(inner.left - outer.left, outer.right - inner.right);
        }),
      );
    await expect.poll(async () => Math.min(...(await air()))).toBeGreaterThanOrEqual(3);
    if (percent < 200) expect(await columns()).toBe(3);
    if (percent <= 130) await expect(restore).toBeInViewport({ ratio: 1 });
  }
  // Where the buttons are as high as the window, they lie on none of the tools.
  await page.setViewportSize({ width: 320, height: 568 });
  await expect
    .poll(async () => (await boxOf(dialog.locator('[data-actions]'))).y)
    .toBeGreaterThanOrEqual(await bottomOf(dialog.getByRole('tab').last()));
  // One swipe away.
  await asPhone(page, 130);
  expect(await bottomOf(restore)).toBeLessThan(2 * PHONE.height);
});

test('with larger text a phone still shows Upload Your Photo, and its bars stay low @long', async ({ page }) => {
  await page.goto('/');
  await asPhone(page, 130);
  const header = page.getByRole('banner');
  const isOneRow = (bar: Locator) =>
    bar.locator('button, a, input').evaluateAll((all) => {
      const boxes = all.map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0);
      return Math.max(...boxes.map(({ top }) => top)) < Math.min(...boxes.map(({ bottom }) => bottom));
    });
  await expect(page.getByRole('button', { name: 'Upload Your Photo' }).first()).toBeInViewport({ ratio: 1 });
  expect(await isOneRow(header)).toBe(true);
  const { uid } = await arrive(page);
  for (let count = 0; count < 2; count++) await plantPhoto({ uid, shown: true });
  await expect(photoCards(page)).toHaveCount(2);
  await asPhone(page, 130);
  await page.mouse.wheel(0, 900);
  const upload = page.getByRole('button', { name: 'Upload', exact: true });
  await expect(upload).toBeInViewport();
  expect(await isOneRow(upload.locator('..'))).toBe(true);
  await expect(upload.locator('..').getByRole('button', { name: /left/ })).toBeVisible();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'Select All' }).click();
  // What can be done stands together, beside the count or below it.
  expect(await isOneRow(page.getByRole('button', { name: 'Delete 2 photos' }).locator('..'))).toBe(true);
  const stop = page.getByRole('button', { name: 'Stop selecting' });
  await asPhone(page, 100);
  expect(await isOneRow(stop.locator('..'))).toBe(true);
  await asPhone(page, 130);
  await stop.click();
  await page.evaluate(() => window.scrollTo(0, 0));
  expect(await isOneRow(header)).toBe(true);
});

test('on a phone every tool of the viewer has its word, and the photo most of the window @long', async ({ page }) => {
  const { uid } = await arrive(page);
  await plantPhoto({ uid, shown: true, fields: { faces: [{ ...FACE, verdict: null }] } });
  await page.setViewportSize(PHONE);
  await cardButton(photoCards(page), 'Full Screen').click();
  const viewer = page.getByRole('dialog', { name: /Full Screen$/ });
  const tools = viewer.getByRole('group', { name: 'View' }).getByRole('button');
  const most = 0.5;
  for (const size of [PHONE, { width: 320, height: 640 }, { width: 844, height: 390 }]) {
    await page.setViewportSize(size);
    const words = ['Side by side', 'Original', /^\d+%$/, 'Adjust', 'Save', 'Share', 'Another Tool'];
    await expect(tools).toHaveText(words, { useInnerText: true });
    for (const tool of await tools.all()) await expect(tool).toBeInViewport({ ratio: 1 });
    const stage = await boxOf(viewer.getByRole('img').locator('..'));
    expect((stage.width * stage.height) / (size.width * size.height)).toBeGreaterThan(most);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(viewer.getByRole('button', { name: 'Zoom in' })).toBeVisible();
});

test('on a phone on its side nothing of the viewer’s faces and tools is cut; what has no room scrolls @long', async ({
  page,
}) => {
  const { uid } = await arrive(page);
  const verdicts = ['same', 'closer', 'unsure'] as const;
  const faces = verdicts.map((verdict, index) => ({ ...FACE, x: 0.1 + index * 0.3, verdict }));
  await plantPhoto({ uid, shown: true, fields: { name: 'Our four at the lake, the summer of 1938', faces } });
  await cardButton(photoCards(page), 'Full Screen').click();
  const viewer = page.getByRole('dialog', { name: /Full Screen$/ });
  const strip = viewer.getByRole('list', { name: 'Faces, before and after' });
  const tools = viewer.getByRole('group', { name: 'View' });
  for (const size of [
    { width: 932, height: 430 },
    { width: 844, height: 390 },
    { width: 667, height: 375 },
    { width: 640, height: 320 },
  ]) {
    await page.setViewportSize(size);
    // One face is whole at once; the others scroll down, and nothing stands out sideways or below the window.
    await expect(strip.getByRole('button').first()).toBeInViewport({ ratio: 1 });
    for (const box of [strip, tools]) await expect.poll(() => cutIn(box)).toEqual([]);
  }
});

test('on a phone all packs and the code for them are in the first screen @long', async ({ page }) => {
  await arrive(page);
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Pricing' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Simple, Powerful Pricing' });
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  for (const part of [...(await dialog.getByRole('listitem').all()), dialog.getByText(/25% off all plans/)])
    await expect(part).toBeInViewport({ ratio: 1 });
});

test('arrow keys, dropping and pasting are spoken of where there are a keyboard and a mouse @phone-long @long', async ({
  page,
}) => {
  const isFinger = await page.evaluate(() => matchMedia('(pointer: coarse)').matches);
  const expectAdvice = (where: Locator) => {
    const seen = isFinger ? expect(where).not : expect(where);
    return seen.toHaveText(/arrow keys|keyboard|drop|paste/i, { useInnerText: true });
  };
  await page.goto('/');
  await expectAdvice(page.getByRole('region', { name: 'See what comes back' }));
  await expectAdvice(page.getByRole('region', { name: /^Restore old photos/ }));
  await arrive(page);
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload & Restore' });
  await expect(dialog.getByText('PNG, JPG up to 25MB')).toBeVisible();
  await expectAdvice(dialog);
  // A mouse taps nothing, and a finger is told to choose.
  await expect(dialog).not.toHaveText(/\btap\b/, { useInnerText: true });
  await dialog.locator('input[type=file]').setInputFiles(upright);
  await dialog.getByRole('button', { name: 'Straighten or turn' }).click();
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible();
  await expectAdvice(dialog);
});

/** Where their words begin. */
const leftsOf = (words: Locator) =>
  words.evaluateAll((all) =>
    all.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return Math.round(range.getBoundingClientRect().left);
    }),
  );

test('in a dialog the words of a button without a border stand in line with those above it @long', async ({ page }) => {
  const { uid } = await arrive(page);
  const dialog = (name: string) => page.getByRole('dialog', { name });
  await page.getByRole('banner').getByRole('button', { name: 'Your Account' }).click();
  const words = dialog('Your Account').getByText(/^(Email not|Send the) veri/);
  await expect(words).toHaveCount(2);
  expect(new Set(await leftsOf(words)).size).toBe(1);
  await page.keyboard.press('Escape');
  await plantPhoto({ uid, shown: true });
  await pressInMenu(photoCards(page), 'Share');
  await dialog('Share This Photo').getByRole('button', { name: 'Create Link' }).click();
  const sharing = dialog('Share This Photo').getByText(/^(Everybody who|Stop Sharing)/);
  await expect(sharing).toHaveCount(2);
  expect(new Set(await leftsOf(sharing)).size).toBe(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
  await dialog('Upload & Restore')
    .locator('input[type=file]')
    .setInputFiles([demoFile('colorization-before'), upright]);
  const tray = dialog('Restore several photos').getByText(/^(Tool for all|Use .* Suggested)/);
  await expect(tray).toHaveCount(2);
  expect(new Set(await leftsOf(tray)).size).toBe(1);
});

test('on a phone the offer keeps off the counter, no line begins with a dot, and a count is one line @long', async ({
  page,
}) => {
  const { uid } = await arrive(page);
  for (let count = 0; count < 3; count++) await plantPhoto({ uid, shown: true });
  await setBalance(uid, 0);
  await page.setViewportSize(PHONE);
  const banner = page.getByRole('complementary', { name: /^Out of restores/ });
  await expect(banner).toBeVisible();
  const main = page.getByRole('main');
  const above = await bottomOf(main.getByRole('button', { name: 'Pricing' }).first());
  const { y, height } = await boxOf(banner);
  expect(y - above).toBeGreaterThanOrEqual(12);
  const below = (await boxOf(page.getByRole('heading', { name: 'My Photos' }))).y - (y + height);
  expect(below).toBeLessThan(3 * (y - above));

  const linesOf = (words: Locator) =>
    words.evaluate((one) => {
      const lines = new Map<number, string>();
      const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        for (let at = 0; at < node.textContent!.length; at++) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const { width, bottom } = range.getBoundingClientRect();
          const line = Math.round(bottom);
          if (width > 0) lines.set(line, (lines.get(line) ?? '') + range.toString());
        }
      return [...lines.values()].map((line) => line.trim());
    });
  const uploaded = await linesOf(page.getByText(/^Uploaded: /).first());
  expect(uploaded.join(' ')).toContain('·');
  for (const line of uploaded) expect(line).not.toMatch(/^·/);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'Select All' }).press('Enter');
  expect(await linesOf(page.getByText('3 selected'))).toEqual(['3 selected']);
});
