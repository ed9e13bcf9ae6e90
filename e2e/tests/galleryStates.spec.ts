import { expect, type Page, test } from '@playwright/test';
import { signUp } from '../src/account';
import { endPhoto, plantPhoto } from '../src/plantedPhotos';
import { photoCards } from '../src/selectors';
import { suiteUrls } from '../src/suiteUrls';
import { expectDestructiveToast, expectToast, toastOn } from '../src/toast';

const FIRESTORE = `${suiteUrls.firestore}/**`;

test('while the photos load there is their outline, and without Firestore a way to try again [spec 7.1]', async ({
  page,
}) => {
  await page.goto('/');
  const { uid } = await signUp(page);
  await plantPhoto({ uid });
  await expect(photoCards(page)).toHaveCount(1);
  await page.route(FIRESTORE, (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Loading your photos')).toBeAttached();
  await expect(page.getByRole('main')).toContainText('Your photos could not be loaded', { timeout: 40_000 });
  await expectDestructiveToast(page, 'Error');
  await page.unroute(FIRESTORE);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(photoCards(page)).toHaveCount(1, { timeout: 40_000 });
  await expect(page.getByText('Your photos could not be loaded')).toHaveCount(0);
});

test('signed in without photos the marketing sections stay, with a call to upload [spec 2.15, 2.17]', async ({
  page,
}) => {
  await page.goto('/');
  const { uid } = await signUp(page);
  await expect(page.getByRole('heading', { name: 'Ready to Restore Your Memories' })).toBeVisible();
  await expect(page.getByText('My Photos')).toHaveCount(0);
  await page.getByRole('button', { name: 'Start Restoring' }).click();
  await expect(page.getByRole('dialog', { name: 'Upload & Restore' })).toBeVisible();
  await page.keyboard.press('Escape');
  await plantPhoto({ uid });
  await expect(page.getByRole('heading', { name: 'My Photos' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ready to Restore Your Memories' })).toHaveCount(0);
});

test('the cards of all three states, and both toasts of a change [spec 2.19, 2.20, 2.21, 2.22, 2.23, 3.3, 4.5, 4.6, 4.7]', async ({
  page,
}) => {
  await page.goto('/');
  const { uid } = await signUp(page);
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

interface Look {
  opacity: number;
  moved: boolean;
}

/** Looks at the list's newest entry in every frame from now on. */
async function watchEntries(page: Page): Promise<() => Promise<Look[]>> {
  await page.evaluate(() => {
    const watched = window as unknown as { looks: Look[] };
    watched.looks = [];
    const look = () => {
      const entries = document.querySelectorAll<HTMLElement>('li:has(> [data-photo])');
      const entry = entries[0];
      if (entry) {
        const { opacity, transform } = getComputedStyle(entry);
        watched.looks.push({
          opacity: Number(opacity),
          moved: transform !== 'none' && !/^matrix\(1, 0, 0, 1, 0, 0\)$/.test(transform),
        });
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return () => page.evaluate(() => (window as unknown as { looks: Look[] }).looks);
}

for (const [preference, moves] of [
  ['no-preference', true],
  ['reduce', false],
] as const) {
  test(`cards arrive and leave ${moves ? 'with a movement' : 'without moving for those who ask for less'} [spec 2.16]`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: preference });
    await page.goto('/');
    const { uid } = await signUp(page);
    await plantPhoto({ uid, status: 'failed', createdAt: new Date(2024, 1, 1) });
    await expect(photoCards(page)).toHaveCount(1);
    const entering = await watchEntries(page);
    await plantPhoto({ uid });
    await expect(photoCards(page)).toHaveCount(2);
    await expect.poll(async () => (await entering()).at(-1)?.opacity).toBe(1);
    const arrival = await entering();
    expect(arrival.some(({ opacity }) => opacity < 1)).toBe(true);
    expect(arrival.some(({ moved }) => moved)).toBe(moves);

    const leaving = await watchEntries(page);
    await photoCards(page).first().getByRole('button', { name: 'Delete', exact: true }).click();
    await expectToast(page, 'Photo Deleted');
    await expect(photoCards(page)).toHaveCount(1);
    expect((await leaving()).some(({ opacity }) => opacity < 0.9)).toBe(true);
    await expect(toastOn(page)).toBeVisible();
  });
}
