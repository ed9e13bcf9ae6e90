import { expect, type Page, type Response, test } from '@playwright/test';
import { suiteUrls } from '../src/suiteUrls';
import { axeFindings } from './page/axe';
import { arrivingWith, isFetchedLater } from './page/builtPage';
import { frameOf } from './page/selectors';
import { expectToast } from './page/toast';

const DIALOGS = [
  'src/features/auth/LoginDialog.tsx',
  'src/features/pricing/PricingDialog.tsx',
  'src/features/account/AccountDialog.tsx',
  'src/features/upload/UploadDialog.tsx',
];
const TOASTS = 'src/ui/ToastStack.tsx';
/** Longer than the page waits before it fetches ahead. */
const FETCHES_AHEAD_WITHIN_MS = 10_000;
/** Words of Firebase's and Stripe's code, whatever file the build puts it in. */
const FIREBASE_OR_STRIPE = /@firebase\/|firebaseapp|identitytoolkit|js\.stripe\.com/;

/** Every response that the page gets from now on. */
function watchResponses(page: Page): Response[] {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  return responses;
}

const pathsOf = (responses: Response[]) => responses.map((response) => new URL(response.url()).pathname);
const scriptsIn = (responses: Response[]) => responses.filter((response) => response.url().endsWith('.js'));

/** Every request went to the page's own address, none for the configuration, and no script is of Firebase or Stripe. */
async function expectNeitherFirebaseNorStripe(responses: Response[]): Promise<void> {
  expect(responses.filter((response) => new URL(response.url()).origin !== suiteUrls.app)).toEqual([]);
  expect(pathsOf(responses)).not.toContain('/config.json');
  const scripts = scriptsIn(responses);
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect(await script.text(), script.url()).not.toMatch(FIREBASE_OR_STRIPE);
}

test.describe('the landing page', () => {
  test('shows the product to a visitor [spec 1.1, 2.1, 2.4, 2.6, 2.9, 2.11] @phone', async ({ page, isMobile }) => {
    // A phone with the browser's bars.
    if (isMobile) await page.setViewportSize({ width: 390, height: 664 });
    await page.goto('/');
    await expect(page.getByText('Your first photo is free.')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('banner')).toContainText('Heirlight');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/restore old photos with AI/i);
    await expect(page.getByRole('button', { name: 'Upload Your Photo' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Login required to upload images' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pricing' }).first()).toBeVisible();
  });

  test('there is no other page, and every path shows the landing [spec 2.1, 2.2]', async ({ page }) => {
    await page.goto('/gallery/17');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/restore old photos with AI/i);
    await expect(page.getByRole('heading', { name: 'Ready to Restore Your Memories' })).toBeVisible();
  });

  test('has the marketing sections, no gallery [spec 1.4, 2.17, 2.28, 2.29, 2.30, 6.1] @phone-long', async ({
    page,
  }) => {
    await page.goto('/');
    for (const name of ['Portrait Restoration', 'Repair Damaged', 'Photo Colorization']) {
      await expect(page.getByRole('heading', { name })).toBeVisible();
    }
    for (const name of ['AI Colorization', 'Scratch Repair', 'Preserve Faces']) {
      await expect(page.getByRole('heading', { name })).toBeVisible();
    }
    await expect(page.getByRole('heading', { name: 'Ready to Restore Your Memories' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Start Restoring' })).toBeVisible();
    await expect(page.getByText('My Photos')).toHaveCount(0);
  });

  test('the demo pictures load, and every before differs from its after', async ({ page }) => {
    await page.goto('/');
    const sliders = await page.getByRole('slider').all();
    expect(sliders.length).toBeGreaterThanOrEqual(4);
    for (const slider of sliders) {
      await slider.scrollIntoViewIfNeeded();
      const pair = frameOf(slider).locator('img[src*="/demo/"]');
      await expect(pair).toHaveCount(2);
      const loaded = () =>
        pair.evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
      await expect.poll(async () => Math.min(...(await loaded()))).toBeGreaterThan(300);
      const apart = await pair.evaluateAll((images) => {
        const side = 64;
        const [before, after] = images.map((image) => {
          const canvas = new OffscreenCanvas(side, side);
          const context = canvas.getContext('2d')!;
          context.drawImage(image as HTMLImageElement, 0, 0, side, side);
          return context.getImageData(0, 0, side, side).data;
        });
        return before!.reduce((sum, value, index) => sum + Math.abs(value - after![index]!), 0) / before!.length;
      });
      // Mean distance in grey levels of 255.
      expect(apart).toBeGreaterThan(2);
    }
  });

  test('title and meta description concern AI photo restoration with face preservation [spec 1.5]', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page).toHaveTitle(/AI.*photo.*restor|restor.*photo.*AI/i);
    const description = await page.locator('meta[name=description]').getAttribute('content');
    expect(description).toMatch(/AI/);
    expect(description).toMatch(/restor/i);
    expect(description).toMatch(/face/i);
  });

  test('the footer opens a mail draft and shows copyright and version [spec 2.31, 9.14]', async ({ page }) => {
    await page.goto('/');
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('link', { name: 'Contact Us' })).toHaveAttribute(
      'href',
      /^mailto:support@heirlight\.app\?subject=Heirlight$/,
    );
    await expect(footer).toContainText('© Heirlight. All rights reserved.');
    await expect(footer).toContainText('App Version 2.6.0');
  });

  test('can be read without JavaScript', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Ready to Restore Your Memories' })).toBeVisible();
    await expect(page.getByText('App Version 2.6.0')).toBeVisible();
    await context.close();
  });

  test('with data saving on, loads no Firebase, Stripe, dialogs or toasts before they are used', async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } }),
    );
    const responses = watchResponses(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.clock.install();
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.clock.runFor(FETCHES_AHEAD_WITHIN_MS);
    await page.evaluate(() => fetch('/robots.txt'));
    // Whatever the page asked for before is known now.
    expect(asked).toContain('/robots.txt');
    await expectNeitherFirebaseNorStripe(responses);
    for (const entry of [...DIALOGS, TOASTS]) expect(isFetchedLater(entry), entry).toBe(true);
    expect(asked.filter((path) => path.endsWith('.js'))).toEqual([expect.stringMatching(/^\/assets\/boot-/)]);
    await page.getByRole('button', { name: 'Login required to upload images' }).click();
    await expect.poll(() => pathsOf(responses)).toContain(arrivingWith(DIALOGS[0]!)[0]);
  });

  test('what it fetches ahead once it has settled is neither Firebase nor Stripe', async ({ page }) => {
    const responses = watchResponses(page);
    await page.clock.install();
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.clock.runFor(FETCHES_AHEAD_WITHIN_MS);
    const last = arrivingWith('src/app/newVersion.ts')[0];
    await expect.poll(() => pathsOf(responses)).toContain(last);
    await page.waitForLoadState('networkidle');
    await expectNeitherFirebaseNorStripe(responses);
  });

  for (const width of [768, 1280]) {
    test(`nothing overflows at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/');
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`passes axe in ${colorScheme} @phone-long`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto('/');
      expect(await axeFindings(page)).toEqual([]);
    });
  }

  test('breaks no rule of its Content-Security-Policy', async ({ page }) => {
    const violations: string[] = [];
    page.on('console', (message) => /Content Security Policy/i.test(message.text()) && violations.push(message.text()));
    const response = await page.goto('/');
    expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
    await page.getByRole('button', { name: 'Login required to upload images' }).click();
    await expect(page.getByRole('dialog', { name: 'Welcome!' })).toBeVisible();
    expect(violations).toEqual([]);
  });
});

test.describe('asking a visitor to log in', () => {
  test('upload asks to log in first [spec 1.4, 6.2, 8.7] @phone-long', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Upload Your Photo' }).first().click();
    await expectToast(page, 'Please log in first! 🔐', 'You need to be logged in to upload and restore images.');
    await expect(page.getByRole('dialog', { name: 'Welcome!' })).toBeVisible();
  });

  test('the login-required box opens the login dialog [spec 2.10]', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Login required to upload images' }).click();
    await expect(page.getByRole('dialog', { name: 'Welcome!' })).toBeVisible();
  });
});

test.describe('the compare slider', () => {
  test('starts at 50, moves by keys in steps of 5, and has its labels [spec 2.25, 2.26, 2.27, 9.13]', async ({
    page,
  }) => {
    await page.goto('/');
    const slider = page.getByRole('slider').nth(1);
    await slider.scrollIntoViewIfNeeded();
    await expect(slider).toHaveAttribute('aria-valuenow', '50');
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await expect(slider).toHaveAttribute('aria-valuenow', '55');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(slider).toHaveAttribute('aria-valuenow', '45');
    await page.keyboard.press('Home');
    await expect(slider).toHaveAttribute('aria-valuenow', '0');
    await page.keyboard.press('End');
    await expect(slider).toHaveAttribute('aria-valuenow', '100');
    await expect(page.getByText('Before', { exact: true }).nth(1)).toBeVisible();
    await expect(page.getByText('After', { exact: true }).nth(1)).toBeVisible();
  });

  test('follows the pointer [spec 2.25] @phone', async ({ page }) => {
    await page.goto('/');
    const slider = page.getByRole('slider').nth(1);
    await slider.scrollIntoViewIfNeeded();
    const frame = frameOf(slider);
    const box = await frame.boundingBox();
    if (!box) throw new Error('the slider is not on the page');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.25, box.y + box.height / 2, { steps: 6 });
    await page.mouse.up();
    expect(Number(await slider.getAttribute('aria-valuenow'))).toBeGreaterThan(20);
    expect(Number(await slider.getAttribute('aria-valuenow'))).toBeLessThan(30);
  });
});
