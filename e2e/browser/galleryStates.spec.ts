import { randomUUID } from 'node:crypto';
import { takenOn } from '@heirlight/imaging/metadata';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { db } from '../src/admin';
import { endPhoto, plantPhoto } from '../src/plantedPhotos';
import { suiteUrls } from '../src/suiteUrls';
import { arrive, forgetPhotosAtLoad } from './page/account';
import { cardButton, confirmDeletion, pressInMenu } from './page/cards';
import { photoCards } from './page/selectors';
import { expectDestructiveToast, expectToast } from './page/toast';

const FIRESTORE = `${suiteUrls.firestore}/**`;

test('while the photos load there is their outline, and without Firestore a way to try again [spec 7.1] @long', async ({
  page,
}) => {
  const { uid } = await arrive(page);
  await plantPhoto({ uid });
  await expect(photoCards(page)).toHaveCount(1);
  await page.route(FIRESTORE, (route) => route.abort());
  // As on a device that has never shown this account.
  await forgetPhotosAtLoad(page);
  await page.reload();
  await expect(page.getByText('Loading your photos')).toBeAttached();
  await expect(page.getByRole('main')).toContainText('Your photos could not be loaded');
  await expectDestructiveToast(page, 'Error fetching photos', 'Request failed with error: Failed to fetch');
  // By the keyboard: the page may recover by itself, and a click would wait for a button that is gone.
  await page.getByRole('button', { name: 'Try Again' }).focus();
  await page.unroute(FIRESTORE);
  await page.keyboard.press('Enter');
  await expect(photoCards(page)).toHaveCount(1);
  await expect(page.getByText('Your photos could not be loaded')).toHaveCount(0);
});

test('pictures that did not arrive are asked for again, in the list and in full screen @long', async ({ page }) => {
  const pictures = `${suiteUrls.storage}/v0/b/**`;
  const { uid } = await arrive(page);
  await page.route(pictures, (route) => route.abort());
  await plantPhoto({ uid, shown: true });
  const after = photoCards(page).getByRole('img', { name: /^After/ });
  const width = () => after.evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : null));
  await expect.poll(width).toBe(0);
  await page.unroute(pictures);
  await expect.poll(width).toBeGreaterThan(0);

  await page.route(pictures, (route) => route.abort());
  let failed = 0;
  page.on('requestfailed', () => failed++);
  await cardButton(photoCards(page), 'Full Screen').click();
  await expect.poll(() => failed).toBeGreaterThan(1);
  await page.context().setOffline(true);
  await page.unroute(pictures);
  await page.context().setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Full Screen' }).locator('[data-sharp]')).toBeVisible();
});

test('signed in without photos the marketing sections stay, with a call to upload [spec 2.15, 2.17]', async ({
  page,
}) => {
  const { uid } = await arrive(page);
  await expect(page.getByRole('heading', { name: 'Ready to Restore Your Memories' })).toBeVisible();
  await expect(page.getByText('My Photos')).toHaveCount(0);
  await page.getByRole('button', { name: 'Start Restoring' }).click();
  await expect(page.getByRole('dialog', { name: 'Upload & Restore' })).toBeVisible();
  await page.keyboard.press('Escape');
  await plantPhoto({ uid });
  await expect(page.getByRole('heading', { name: 'My Photos' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ready to Restore Your Memories' })).toHaveCount(0);
});

test('cards of all states, toasts of a change [spec 2.19, 2.20, 2.21, 2.22, 2.23, 3.3, 4.5, 4.6, 4.7]', async ({
  page,
}) => {
  const { uid } = await arrive(page);
  await plantPhoto({ uid, createdAt: new Date(2024, 2, 5, 9, 7) });
  const [first, second] = [
    await plantPhoto({ uid, status: 'processing' }),
    await plantPhoto({ uid, status: 'processing' }),
  ];
  const card = (photoId: string) => page.locator(`[data-photo="${photoId}"]`);
  for (const photoId of [first, second]) {
    await expect(card(photoId)).toContainText('Processing...');
    await expect(card(photoId).getByRole('slider')).toHaveCount(0);
    await expect(card(photoId).getByRole('img').first()).toHaveCSS('filter', /blur/);
  }
  await endPhoto(first, 'succeeded');
  await expectToast(page, 'Restoration Complete! ✅', 'Your photo has been successfully enhanced.');
  await expect(card(first).getByRole('slider')).toBeVisible();
  await endPhoto(second, 'failed');
  await expectDestructiveToast(
    page,
    'Restoration Failed ❌',
    'Something went wrong. The photo has been marked as failed.',
  );
  await expect(card(second).getByRole('button', { name: 'Failed - Click to Delete' })).toBeVisible();
  await expect(card(second).getByRole('img').first()).toHaveCSS('filter', /blur/);
  await expect(photoCards(page)).toHaveCount(3);
  // Newest first, so the oldest is the last; its time is the browser's own.
  const local = await page.evaluate(() =>
    new Date(2024, 2, 5, 9, 7).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' }),
  );
  await expect(photoCards(page).last()).toContainText(/Uploaded: .*2024/);
  await expect(photoCards(page).last()).toContainText(local);
});

/** Puts so many photos into an account, a day apart, on the files of the oldest. Returns that one's id. */
async function plantPhotos({ uid, count }: { uid: string; count: number }): Promise<string> {
  const first = await plantPhoto({ uid, status: 'failed', createdAt: new Date(2024, 1, 1) });
  const photo = (await db.doc(`photos/${first}`).get()).data();
  await Promise.all(
    Array.from({ length: count - 1 }, async (_, index) => {
      const id = randomUUID();
      await db.doc(`photos/${id}`).create({ ...photo, id, created_at: new Date(2024, 1, 2 + index) });
    }),
  );
  return first;
}

test('more photos load below; scroll position and focus stay where they are @phone-long @long', async ({ page }) => {
  const { uid } = await arrive(page);
  await plantPhotos({ uid, count: 40 });
  // All photos are there when the reader comes: cards that new photos push off the page leave with an animation.
  await page.reload();
  await expect(photoCards(page)).toHaveCount(24);
  const twentyFourth = (await photoCards(page).last().getAttribute('data-photo'))!;
  const card = page.locator(`[data-photo="${twentyFourth}"]`);
  const more = page.getByRole('button', { name: 'Show More Photos' });
  await more.scrollIntoViewIfNeeded();
  await more.focus();
  const top = async () => (await card.boundingBox())!.y;
  const before = await top();
  await page.keyboard.press('Enter');
  await expect(more).toHaveCount(0);
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
  const first = page.locator('[data-photo]:focus');
  await expect(first).toBeInViewport();
  expect(await first.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(before);
  // Still so when the pictures in view have come and the list has measured its cards again.
  await page.evaluate(async () => {
    const isInView = ({ top, bottom }: DOMRect) => bottom > 0 && top < innerHeight;
    const shown = [...document.images].filter((image) => isInView(image.getBoundingClientRect()));
    await Promise.all(shown.map((image) => image.decode().catch(() => undefined)));
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
  });
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);

  // Each page is live.
  const below = (await photoCards(page).last().getAttribute('data-photo'))!;
  await db.doc(`photos/${below}`).update({ status: 'failed' });
  await expect(page.locator(`[data-photo="${below}"]`)).toHaveAttribute('data-status', 'failed');
});

test('photos are ordered by their own dates, also those that are on no page yet, and the choice is kept @long', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 664 });
  const { uid } = await arrive(page);
  const oldest = await plantPhotos({ uid, count: 26 });
  const dated = { date_text: 'in the 1950s' };
  await db.doc(`photos/${oldest}`).update({ ...dated, taken_on: takenOn({ ...dated, embedded: null }) });
  const newest = await plantPhoto({ uid });
  const cards = photoCards(page);
  await expect(cards.first()).toHaveAttribute('data-photo', newest);
  await pressInMenu(cards.first(), 'Edit Details');
  const details = page.getByRole('dialog', { name: 'Edit Details' });
  await details.getByLabel('Date').fill('12 June 1943');
  await details.getByRole('button', { name: 'Save Details' }).click();
  await expectToast(page, 'Details Saved');

  const order = page.getByRole('combobox', { name: 'Order of the photos' });
  expect((await order.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await order.selectOption('Date taken');
  const years = page.getByRole('list').filter({ has: cards }).getByRole('heading', { level: 3 });
  const inOrder = async () => {
    await expect
      .poll(async () => (await years.allTextContents()).slice(0, 3))
      .toEqual(['1943', '1950', 'Date unknown']);
    await expect(cards.nth(0)).toHaveAttribute('data-photo', newest);
    await expect(cards.nth(1)).toHaveAttribute('data-photo', oldest);
  };
  await inOrder();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.reload();
  await inOrder();
  await expect(order).toHaveValue('taken');
});

interface Look {
  opacity: number;
  /** Where it was drawn beside its place in the list, in whole px, and how large. */
  place: string;
}

/** Places at which a jump is seen, where a slow machine draws the frame before it. */
const JUMP = 2;
/** At how many places it was seen: two are a jump from one to the other, more are gliding. */
const places = (looks: Look[]) => new Set(looks.map(({ place }) => place)).size;

/** Looks in every frame from now on at the list's entry of a photo, or at its newest one. */
async function watchEntry(page: Page, photoId?: string): Promise<() => Promise<Look[]>> {
  await page.evaluate((id) => {
    const watched = window as unknown as { looks: Look[] };
    const looks: Look[] = [];
    watched.looks = looks;
    const look = () => {
      const entry = document.querySelector(id ? `li:has([data-photo="${id}"])` : 'li:has([data-photo])');
      if (entry) {
        const { opacity, transform } = getComputedStyle(entry);
        const { a: size, e: x, f: y } = new DOMMatrix(transform);
        looks.push({ opacity: Number(opacity), place: `${Math.round(x)}, ${Math.round(y)}, x${size.toFixed(2)}` });
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, photoId);
  return () => page.evaluate(() => (window as unknown as { looks: Look[] }).looks);
}

for (const [preference, glides, others, isOrdinary] of [
  ['no-preference', true, 1, true],
  ['reduce', false, 1, false],
  ['no-preference', true, 26, false],
  ['reduce', false, 26, false],
] as const) {
  test(`cards fade in and out beside ${others}, ${glides ? 'and move' : 'with less motion'} [spec 2.16]${isOrdinary ? '' : ' @long'}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: preference });
    const { uid } = await arrive(page);
    await plantPhotos({ uid, count: others });
    if (others > 24) await page.getByRole('button', { name: 'Show More Photos' }).click();
    await expect(page.getByRole('button', { name: 'Show More Photos' })).toHaveCount(0);
    await page.keyboard.press('Control+Home');
    await expect(photoCards(page).first()).toBeInViewport();
    const entering = await watchEntry(page);
    const photoId = await plantPhoto({ uid });
    const card = page.locator(`[data-photo="${photoId}"]`);
    await expect(card).toBeVisible();
    await expect.poll(async () => (await entering()).at(-1)).toEqual({ opacity: 1, place: '0, 0, x1.00' });
    const arrival = await entering();
    expect(arrival.some(({ opacity }) => opacity < 1)).toBe(true);
    if (glides) expect(places(arrival)).toBeGreaterThan(2);
    else expect(places(arrival)).toBeLessThanOrEqual(JUMP);

    const leaving = await watchEntry(page, photoId);
    await cardButton(card, 'Delete').click();
    await confirmDeletion(page);
    await expectToast(page, 'Photo Deleted');
    await expect(card).toHaveCount(0);
    const departure = await leaving();
    expect(departure.some(({ opacity }) => opacity < 0.9)).toBe(true);
    if (glides) expect(places(departure)).toBeGreaterThan(2);
    else expect(places(departure)).toBeLessThanOrEqual(JUMP);
  });
}

test('what is written from right to left is read so, on its card and in full screen @long', async ({ page }) => {
  const { uid } = await arrive(page);
  await plantPhoto({ uid, shown: true, fields: { name: '12 ביוני 1923', date_text: '12 ביוני 1923' } });
  /** How far the day stands to the right of the year, px. */
  const dayAfterYear = (text: Locator) =>
    text.evaluate((element) => {
      const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()!;
      const leftOf = (word: string) => {
        const range = document.createRange();
        const at = node.textContent!.indexOf(word);
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        return range.getBoundingClientRect().left;
      };
      return leftOf('12') - leftOf('1923');
    });
  const texts = photoCards(page).getByText('12 ביוני 1923', { exact: true });
  await expect(texts).toHaveCount(2);
  for (const text of await texts.all()) expect(await dayAfterYear(text)).toBeGreaterThan(0);
  await cardButton(photoCards(page), 'Full Screen').click();
  expect(await dayAfterYear(page.getByRole('dialog').getByRole('heading').first())).toBeGreaterThan(0);
});
