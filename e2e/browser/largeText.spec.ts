import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { demoFile, photoFile, printSnapshot, scanOfTwo } from '../src/pictures';
import { plantPhoto } from '../src/plantedPhotos';
import { arrive, openLogin, signUp } from './page/account';
import { cardButton, pressInMenu } from './page/cards';
import { misfits } from './page/misfits';
import { photoCards } from './page/selectors';
import { setTextSize } from './page/textSize';
import { chooseFile } from './page/upload';

const SMALLEST = { width: 320, height: 640 };
const PHONE = { width: 390, height: 664 };
const WIDE = { width: 1280, height: 800 };

/** Expects a state to fit with text at 200 %, and into the smallest phones. */
async function expectToFit(page: Page, where: string): Promise<void> {
  for (const [size, percent] of [
    [PHONE, 200],
    [WIDE, 200],
    [SMALLEST, 100],
  ] as const) {
    // In this order: a new text size alone at times reaches no media query in Chromium; a new window size does.
    await setTextSize(page, percent);
    await page.setViewportSize(size);
    const now = async () => (await misfits(page)).map((one) => `${where}, ${size.width} px, ${percent} %: ${one}`);
    await expect.poll(now).toEqual([]);
  }
}

test('every state fits into the smallest phones, and with text at 200 % into others @long', async ({ page }) => {
  test.slow();
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  const close = async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await page.goto('/');
  await expectToFit(page, 'landing');
  await openLogin(page);
  for (const tab of ['Reset', 'Login', 'Sign Up']) {
    await dialog('Welcome!').getByRole('tab', { name: tab }).click();
    await expectToFit(page, tab);
  }
  await close();
  const { uid } = await signUp(page);
  await expectToFit(page, 'signed in');
  const names = { name: 'Great-grandmother Rosalinde at the lake', date_text: 'about 1943', group_id: 'rosa' };
  // As a file is called, without a space.
  await plantPhoto({ uid, status: 'failed', fields: { name: 'mary_mackillop_c1890' } });
  await plantPhoto({ uid, status: 'processing', progressPercent: 30 });
  await plantPhoto({ uid, shown: true, fields: names });
  await plantPhoto({
    uid,
    shown: true,
    tool: 'photoscaler',
    fields: {
      ...names,
      faces: [{ x: 0.42, y: 0.13, width: 0.18, height: 0.16, verdict: null }],
    },
  });
  await plantPhoto({ uid, shown: true, createdAt: new Date(2024, 2, 5), fields: { name: 'Emil' } });
  await expect(photoCards(page)).toHaveCount(4);
  for (const size of ['Small', 'Medium']) {
    await page.getByRole('radio', { name: size }).check();
    await expectToFit(page, `gallery, ${size}`);
  }
  await page.mouse.wheel(0, 900);
  await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeInViewport();
  await expectToFit(page, 'gallery scrolled');
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole('searchbox').fill('Zeppelin');
  await expect(page.getByRole('button', { name: 'Clear Search' })).toBeVisible();
  await expectToFit(page, 'nothing found');
  await page.getByRole('button', { name: 'Clear Search' }).click();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  // By key: on a phone it is where Select was (ui/doubleClicks.ts).
  await page.getByRole('button', { name: 'Select All' }).press('Enter');
  await expectToFit(page, 'selecting');
  await page.getByRole('button', { name: 'Delete 4 photos' }).click();
  await expectToFit(page, 'deleting several');
  await page.getByRole('button', { name: 'Keep Them' }).click();
  await page.getByRole('button', { name: 'Share 2 photos' }).click();
  await dialog('Share 2 photos').getByRole('button', { name: 'Create Link' }).click();
  await expect(dialog('Share 2 photos').getByRole('textbox', { name: 'Link' })).toHaveValue(/shared=/);
  const setLink = await dialog('Share 2 photos').getByRole('textbox', { name: 'Link' }).inputValue();
  await expectToFit(page, 'a shared set');
  await close();
  await page.getByRole('button', { name: 'Stop selecting' }).click();

  const card = photoCards(page).first();
  await cardButton(card, 'Full Screen').click();
  await expectToFit(page, 'viewer');
  await dialog(/Full Screen/)
    .getByRole('button', { name: 'Adjust' })
    .click();
  await expect(page.getByRole('slider', { name: 'Repair' })).toBeVisible();
  await expectToFit(page, 'sliders');
  await page.getByRole('button', { name: 'Touch Up' }).click();
  await expectToFit(page, 'brush');
  await page.getByRole('button', { name: 'Mend a Mark' }).click();
  await expectToFit(page, 'mending');
  await page.getByRole('button', { name: 'Color', exact: true }).click();
  await expectToFit(page, 'colour');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Side by side' }).click();
  await expectToFit(page, 'viewer side by side');
  await close();
  await cardButton(card, 'Delete').click();
  await expectToFit(page, 'deleting');
  await close();
  await cardButton(card, 'More').click();
  await expect(page.getByRole('menuitem', { name: 'Edit Details' })).toBeVisible();
  await expectToFit(page, 'menu');
  await page.getByRole('menuitem', { name: 'Edit Details' }).press('Enter');
  await expectToFit(page, 'details');
  await close();
  for (const [entry, name] of [
    ['Try Another Tool', 'Restore With Another Tool'],
    ['Other Formats', 'Other Formats'],
    ['Share', 'Share This Photo'],
  ] as const) {
    await pressInMenu(card, entry);
    await expectToFit(page, name);
    if (entry !== 'Share') await close();
  }
  await dialog('Share This Photo').getByRole('button', { name: 'Create Link' }).click();
  await expect(dialog('Share This Photo').getByRole('textbox', { name: 'Link' })).toHaveValue(/shared=/);
  const link = await dialog('Share This Photo').getByRole('textbox', { name: 'Link' }).inputValue();
  await expectToFit(page, 'shared');
  await close();
  await chooseFile(page, photoFile('mary_mackillop_c1890.jpg'));
  await expect(dialog('Upload & Restore').getByRole('tab')).toHaveCount(6);
  await expectToFit(page, 'preview');
  await dialog('Upload & Restore').getByRole('button', { name: 'Color it by hand' }).click();
  await expect(page.getByRole('slider', { name: 'Spreads' })).toBeVisible();
  await expectToFit(page, 'by hand');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await dialog('Upload & Restore').getByRole('button', { name: 'Remove photo' }).click();
  await expectToFit(page, 'drop zone');
  const scan = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
  await dialog('Upload & Restore')
    .locator('input[type=file]')
    .setInputFiles([
      scan('mary_mackillop_at_the_table_c1890.jpg', await printSnapshot()),
      scan('Great-grandmother Rosalinde at the lake.jpg', readFileSync(demoFile('colorization-before'))),
      scan('scan 3.jpg', await scanOfTwo()),
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('milk, bread') },
    ]);
  const tray = dialog('Restore several photos');
  for (const name of [/^Straighten the print in /, /^Suggested: Colorize/, /^Make 2 photos of /])
    await expect(tray.getByRole('button', { name })).toBeVisible();
  await expectToFit(page, 'tray');
  await close();
  await expect(page.getByRole('region', { name: 'Photos on their way' })).toBeVisible();
  await expectToFit(page, "the tray's bar");
  await page.getByRole('region', { name: 'Photos on their way' }).getByRole('button', { name: 'Show' }).press('Enter');
  await tray.getByRole('button', { name: 'Remove All' }).press('Enter');
  await expect(tray).toHaveCount(0);
  await page.getByRole('banner').getByRole('button', { name: 'Your Account' }).click();
  await expect(dialog('Your Account').getByRole('button', { name: 'Password' })).toBeVisible();
  for (const part of [
    'Where your restores went',
    'Purchases and receipts',
    'Shared sets',
    'Password',
    'Delete account',
  ])
    await dialog('Your Account').getByRole('button', { name: part, exact: true }).click();
  await expectToFit(page, 'account');
  await close();
  await page.getByRole('button', { name: 'Pricing' }).first().click();
  await expect(dialog('Simple, Powerful Pricing').getByRole('listitem')).toHaveCount(3);
  await expectToFit(page, 'pricing');
  await page.goto(link);
  await expect(page.getByRole('slider')).toBeVisible();
  await expectToFit(page, 'shared page');
  await page.goto(setLink);
  await expect(page.getByRole('slider')).toHaveCount(2);
  await expectToFit(page, 'shared page of a set');
});

test('the viewer shows the photo on the smallest phones with text at 200 %, and what is said of its face @long', async ({
  page,
}) => {
  const { uid } = await arrive(page);
  const faces = [{ x: 0.42, y: 0.13, width: 0.18, height: 0.16, verdict: 'same' } as const];
  await plantPhoto({ uid, shown: true, fields: { name: 'Great-grandmother Rosalinde at the lake', faces } });
  await cardButton(photoCards(page), 'Full Screen').click();
  const viewer = page.getByRole('dialog', { name: /Full Screen$/ });
  const picture = viewer.getByRole('img');
  const kept = viewer.getByText('We keep this verdict');
  for (const [size, percent, least] of [
    [{ width: 320, height: 568 }, 100, 180],
    [{ width: 320, height: 568 }, 200, 280],
    [PHONE, 200, 320],
  ] as const) {
    await setTextSize(page, percent);
    await page.setViewportSize({ ...size, width: size.width + 1 });
    await page.setViewportSize(size);
    await expect.poll(async () => (await picture.boundingBox())!.height).toBeGreaterThan(least);
    const { x, width } = (await kept.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(size.width);
    // What has no room beside the picture is a swipe away.
    for (const tool of await viewer.getByRole('button').all()) {
      await tool.scrollIntoViewIfNeeded();
      await expect(tool).toBeInViewport({ ratio: 0.9 });
    }
  }
});

test('in windows between a phone and a screen nothing lies on another or is cut with text at 200 % @long', async ({
  page,
}) => {
  await arrive(page);
  await setTextSize(page, 200);
  for (const width of [640, 900]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => misfits(page), { message: `landing page, ${width} px wide` }).toEqual([]);
  }
  await chooseFile(page, photoFile('mary_mackillop_c1890.jpg'));
  await expect(page.getByRole('tab', { name: 'DeepRestore' })).toBeVisible();
  for (const width of [640, 900]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => misfits(page), { message: `upload dialog, ${width} px wide` }).toEqual([]);
  }
});
