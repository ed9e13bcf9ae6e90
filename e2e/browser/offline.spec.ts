import { readFileSync } from 'node:fs';
import { test as base, expect } from '@playwright/test';
import { photoFile } from '../src/pictures';
import { plantPhoto } from '../src/plantedPhotos';
import { logOut, openLogin, signUp } from './page/account';
import { type Network, startNetwork } from './page/network';
import { counter, packCard, photoCards } from './page/selectors';
import { expectToast, toastOn } from './page/toast';
import { chooseFile } from './page/upload';

const test = base.extend<{ network: Network }>({
  // Playwright insists on a destructured first argument.
  network: async ({ browserName: _ }, use) => {
    const network = await startNetwork();
    await use(network);
    network.close();
  },
  proxy: ({ network }, use) => use(network.proxy),
  serviceWorkers: 'allow',
});

test('what could not be downloaded without a network is there once it is back', async ({ page }) => {
  await page.goto('/');
  await openLogin(page);
  const login = page.getByRole('dialog', { name: 'Welcome!' });
  await login.getByRole('tab', { name: 'Sign Up' }).click();
  await login.getByRole('button', { name: 'Sign Up' }).click();
  // What shows toasts is here.
  await expect(toastOn(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(login).toBeHidden();
  const ask = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' });
  const dialog = page.getByRole('dialog', { name: 'Privacy' });
  await page.context().setOffline(true);
  await ask.click();
  await expectToast(
    page,
    'You are offline',
    'This part of the page has not been loaded yet. Please try again when the connection is back.',
  );
  await page.context().setOffline(false);
  await ask.click();
  await expect(dialog).toBeVisible();
});

test('a HEIC whose decoder cannot be downloaded is not called broken @long', async ({ page, network }) => {
  await page.goto('/');
  await signUp(page);
  const heic = readFileSync(new URL('../../web/testdata/portrait.heic', import.meta.url));
  await chooseFile(page, { name: 'portrait.heic', mimeType: 'image/heic', buffer: heic });
  const dialog = page.getByRole('dialog', { name: 'Upload & Restore' });
  const convert = dialog.getByRole('button', { name: 'Convert' });
  await expect(convert).toBeVisible();
  network.lose();
  await convert.click();
  await expect(toastOn(page)).toContainText(/Could not connect|You are offline/);
  await expect(convert).toBeVisible();
  network.restore();
  // By a key: a click so soon on another button in its place would count as a double click.
  await convert.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Restore Photo' })).toBeEnabled();
});

test('who comes back asks for the page and not for its code, which is kept @long', async ({ page, network }) => {
  await page.goto('/');
  await signUp(page);
  await page.reload();
  await page.evaluate(() => navigator.serviceWorker.ready);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
  network.asked.length = 0;
  await page.reload();
  await expect(counter(page)).toContainText('1');
  expect(network.asked).toContain('/');
  expect(network.asked.filter((path) => path.startsWith('/assets/'))).toEqual([]);
});

const names = () => caches.keys();
/** How many pictures the page keeps for times without a network. */
const kept = async () => ((await caches.has('pictures')) ? (await (await caches.open('pictures')).keys()).length : 0);

test('without a network the page opens with what was last seen, says what must wait, and goes on by itself @phone-long @long', async ({
  page,
  network,
}) => {
  await page.goto('/');
  const { uid } = await signUp(page);
  await plantPhoto({ uid, shown: true });
  await expect(photoCards(page)).toHaveCount(1);
  await expect(counter(page)).toContainText('1');
  // Somebody who comes back is given what the page needs without a network, once it is idle.
  await page.reload();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(kept)).toBe(2);

  network.lose();
  await page.reload();
  await expect(page.getByText(/You are offline/)).toBeVisible();
  const after = photoCards(page).getByRole('img', { name: /^After/ });
  await expect.poll(() => after.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(counter(page)).toContainText('1');

  await page.getByRole('button', { name: 'Pricing' }).first().click();
  await packCard(page, 25)
    .getByRole('button', { name: /Buy Now/ })
    .click();
  await expectToast(page, 'You are offline', 'Buying a pack needs a connection. Nothing was charged.');
  await page.keyboard.press('Escape');

  await chooseFile(page, photoFile('mary_mackillop_c1890.jpg'));
  const dialog = page.getByRole('dialog', { name: 'Upload & Restore' });
  await dialog.getByRole('button', { name: 'Restore Photo' }).click();
  await expect(dialog).toContainText('Waiting for the connection.');
  await expect(dialog).not.toContainText('%');
  await expect(dialog.getByRole('button', { name: 'Cancel upload' })).toBeVisible();
  const question = page.getByRole('dialog', { name: 'Stop Sending?' });
  for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await close();
    await question.getByRole('button', { name: 'Keep Sending' }).press('Enter');
    await expect(question).toHaveCount(0);
  }
  network.restore();
  await expect(dialog).toContainText('Your photo is in.');
  await expect(photoCards(page)).toHaveCount(2);
  await expect(dialog).toBeHidden();

  await logOut(page);
  await expect.poll(() => page.evaluate(names)).not.toContain('pictures');
});
