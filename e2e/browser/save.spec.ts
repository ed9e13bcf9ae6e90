import { type BrowserContextOptions, expect, test } from '@playwright/test';
import { db } from '../src/admin';
import { plantPhoto } from '../src/plantedPhotos';
import { arrive } from './page/account';
import { photoCards } from './page/selectors';
import { expectDestructiveToast, expectToast } from './page/toast';

const phone = (userAgent: string): BrowserContextOptions => ({
  userAgent,
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
});
const phones = [
  [
    'iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    /Save to Photos/,
  ],
  [
    'Android',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36',
    /Download Image.*Save Image/,
  ],
  ['another phone', 'Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5', /Save Image/],
] as const;

for (const [name, userAgent, words] of phones) {
  test(`on ${name} saving opens a tab [spec 2.23, 7.15, 7.16, 8.21, 8.22]${name === 'iOS' ? '' : ' @long'}`, async ({
    browser,
  }) => {
    const context = await browser.newContext(phone(userAgent));
    const page = await context.newPage();
    const { uid } = await arrive(page);
    const photoId = await plantPhoto({ uid });
    const save = photoCards(page).getByRole('button', { name: 'Save to Photos' });
    const opened = context.waitForEvent('page');
    await save.click();
    const tab = await opened;
    const restoredUrl = (await db.doc(`photos/${photoId}`).get()).data()?.restored_url;
    await expect.poll(() => tab.url()).toBe(restoredUrl);
    await expectToast(page, 'Image Opened', words);
    await tab.close();
    await page.evaluate(() => {
      window.open = () => null;
    });
    await save.click();
    await expectDestructiveToast(
      page,
      'Please Allow Pop-ups',
      'Enable pop-ups for this site to save images on mobile devices.',
    );
    await context.close();
  });
}
