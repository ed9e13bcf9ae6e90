import { expect, type Locator, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { auth } from '../src/admin';
import { photoFile } from '../src/pictures';
import { arrive, forgetPhotosAtLoad, newAccount } from './page/account';
import { axeFindings } from './page/axe';
import { arrivingWith } from './page/builtPage';
import { frameOf } from './page/selectors';
import { expectToast } from './page/toast';

const BOOT = '**/assets/boot-*.js';
const APP = `**${arrivingWith('src/app/main.tsx')[0]}`;

/** Holds back what the page asks for under these addresses, until the returned function is called. */
async function holdBack(page: Page, addresses: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Saves data: nothing is fetched before it is needed. */
const saveData = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } }),
  );

const firstPaint = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first();
const slider = (page: Page) => page.getByRole('slider').first();
const dialog = (name: string) => (page: Page) => expect(page.getByRole('dialog', { name })).toBeVisible();
const splitAt = (percent: number) => (page: Page) =>
  expect(slider(page)).toHaveAttribute('aria-valuenow', String(percent));

const ways = {
  pointer: (target: Locator) => target.click(),
  touch: (target: Locator) => target.tap(),
  keyboard: async (target: Locator) => {
    await target.focus();
    await target.page().keyboard.press('Enter');
  },
};
type Way = keyof typeof ways;
interface Row {
  control: (page: Page) => Locator;
  /** What is done, if it is not a press. */
  act?: Partial<Record<Way, (target: Locator) => Promise<void>>>;
  outcome: (page: Page) => Promise<void>;
  /** Run by `npm test`; the other ways are for the long run. */
  ordinary?: Way;
}

/** Every control of the landing page. */
const controls: Record<string, Row> = {
  'Login / Sign Up': { control: button('Login / Sign Up'), outcome: dialog('Welcome!'), ordinary: 'keyboard' },
  'Upload Your Photo': {
    control: button('Upload Your Photo'),
    outcome: async (page) => {
      await expectToast(page, 'Please log in first! 🔐');
      await dialog('Welcome!')(page);
    },
    ordinary: 'pointer',
  },
  Pricing: { control: button('Pricing'), outcome: dialog('Simple, Powerful Pricing') },
  'Login required': { control: button('Login required to upload images'), outcome: dialog('Welcome!') },
  // Its section hydrates by itself, after what is above the fold.
  'Start Restoring': { control: button('Start Restoring'), outcome: dialog('Welcome!'), ordinary: 'touch' },
  'Picture credits': {
    control: (page) => page.getByText('Picture credits'),
    outcome: (page) => expect(page.locator('footer details')).toHaveAttribute('open', ''),
  },
  'Skip to content': {
    control: (page) => page.getByRole('link', { name: 'Skip to content' }),
    // It can only be seen, and so pressed, once it has the focus.
    act: {
      pointer: (link) => link.focus().then(() => link.click({ force: true })),
      touch: (link) => link.focus().then(() => link.tap({ force: true })),
    },
    outcome: (page) => expect(page).toHaveURL(/#main$/),
  },
  'the compare slider': {
    control: slider,
    act: {
      pointer: (handle) => pressAt(frameOf(handle), 0.25, 'click'),
      touch: (handle) => pressAt(frameOf(handle), 0.25, 'tap'),
      keyboard: async (handle) => {
        await handle.focus();
        for (let step = 0; step < 5; step++) await handle.page().keyboard.press('ArrowLeft');
      },
    },
    outcome: splitAt(25),
    ordinary: 'touch',
  },
};

async function pressAt(frame: Locator, share: number, press: 'click' | 'tap'): Promise<void> {
  const box = await frame.boundingBox();
  if (!box) throw new Error('the slider is not on the page');
  await frame[press]({ position: { x: box.width * share, y: box.height / 2 } });
}

test.describe('the first thing a visitor does, before any script but the inline one has arrived', () => {
  test.use({ hasTouch: true });

  test('a photo that is chosen, and a file that is dropped, are not lost @long', async ({ page }) => {
    const release = await holdBack(page, BOOT);
    await page.goto('/', { waitUntil: 'commit' });
    await firstPaint(page);
    await page.locator('input[type=file]').first().setInputFiles(photoFile('mary_mackillop_c1890.jpg'));
    const isAccepted = await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([], 'notes.txt', { type: 'text/plain' }));
      const [over, drop] = ['dragover', 'drop'].map(
        (type) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
      ) as [DragEvent, DragEvent];
      return [document.body.dispatchEvent(over), document.body.dispatchEvent(drop)];
    });
    // Otherwise the browser would leave the page for the file.
    expect(isAccepted).toEqual([false, false]);
    release();
    await expect(page.getByText('mary_mackillop_c1890.jpg is here. 1 more photo waits for its turn.')).toBeVisible();
    await expect(page.getByAltText('The photo you chose')).toBeVisible();
  });

  for (const [name, { control, act, outcome, ordinary }] of Object.entries(controls)) {
    for (const way of Object.keys(ways) as Way[]) {
      test(`${name}, by ${way}, is not lost${way === ordinary ? '' : ' @long'}`, async ({ page }) => {
        const release = await holdBack(page, BOOT);
        await page.goto('/', { waitUntil: 'commit' });
        await firstPaint(page);
        await (act?.[way] ?? ways[way])(control(page));
        if ((await control(page).evaluate(({ tagName }) => tagName)) === 'BUTTON')
          await expect(control(page)).toHaveAttribute('data-queued', '');
        release();
        await outcome(page);
        await expect(page.locator('[data-queued]')).toHaveCount(0);
      });
    }
  }
});

test('waking changes nothing that is seen: what was moved stays, nothing shifts, nothing is drawn anew', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  const release = await holdBack(page, APP);
  await page.goto('/');
  await pressAt(frameOf(slider(page)), 0.25, 'click');
  await splitAt(25)(page);
  const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
  await page.evaluate(async () => {
    // Letters that are still on their way move by themselves, hydrated or not.
    await document.fonts.ready;
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value;
      document.documentElement.dataset.shift = String(shift);
    }).observe({ type: 'layout-shift', buffered: false });
  });
  await button('Pricing')(page).click();
  await dialog('Simple, Powerful Pricing')(page);
  release();
  await expect(page.locator('[data-early]')).toHaveCount(0);
  await dialog('Simple, Powerful Pricing')(page);
  await page.keyboard.press('Escape');
  await splitAt(25)(page);
  expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
  expect(await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0))).toBeLessThan(0.001);
  expect(errors).toEqual([]);
});

test.describe('the dialog that a first press opens', () => {
  test.use({ hasTouch: true });
  const early = (page: Page) => page.locator('[data-early]');
  const welcome = (page: Page) => page.getByRole('dialog', { name: 'Welcome!' });
  /** What is seen, in levels of 0 to 255. */
  const look = async (page: Page) =>
    sharp(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
      .removeAlpha()
      .raw()
      .toBuffer();

  for (const [width, height] of [
    [1280, 800],
    [390, 664],
  ] as const) {
    test(`is there before React, and nothing changes when React has come, ${width} px @long`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      const release = await holdBack(page, APP);
      await page.goto('/');
      await button('Login / Sign Up')(page).click();
      await expect(welcome(page)).toBeFocused();
      await expect(early(page)).toHaveCount(1);
      expect(await axeFindings(page)).toEqual([]);
      // Once around: nothing outside of the dialog takes the focus.
      await welcome(page).getByRole('tab', { name: 'Sign Up' }).click();
      await welcome(page).getByLabel('Email').pressSequentially('ada@example.com');
      await page.keyboard.press('Tab');
      await page.keyboard.type('attic-box-1923');
      const password = welcome(page).getByLabel('Password');
      await password.evaluate((field: HTMLInputElement) => field.setSelectionRange(2, 5));
      const before = await look(page);
      release();
      await expect(early(page)).toHaveCount(0);
      await expect(password).toBeFocused();
      await expect(password).toHaveValue('attic-box-1923');
      const after = await look(page);
      // The browser rounds colours that lie behind others, and edges between two pixels.
      expect(after.findIndex((level, index) => Math.abs(level - (before[index] ?? 0)) > 16)).toBe(-1);
      await page.keyboard.type('X');
      await expect(password).toHaveValue('atX-box-1923');
      await page.keyboard.press('Escape');
      await expect(welcome(page)).toBeHidden();
      await expect(button('Login / Sign Up')(page)).toBeFocused();
    });
  }

  test('takes a login before React is there, and carries it out once', async ({ page }) => {
    const account = newAccount();
    await auth.createUser(account);
    let logins = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && /signInWithPassword/.test(request.url())) logins += 1;
    });
    const release = await holdBack(page, APP);
    await page.goto('/');
    await button('Login / Sign Up')(page).tap();
    await welcome(page).getByLabel('Email').fill(account.email);
    await welcome(page).getByLabel('Password').fill(account.password);
    const login = welcome(page).getByRole('button', { name: 'Login' });
    await page.keyboard.press('Enter');
    await expect(login).toHaveAttribute('data-queued', '');
    await login.tap();
    release();
    await expectToast(page, 'Login Successful! 🎉');
    await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(welcome(page)).toBeHidden();
    expect(logins).toBe(1);
  });

  test('can be closed before React is there, and stays closed', async ({ page }) => {
    const release = await holdBack(page, APP);
    await page.goto('/');
    await button('Pricing')(page).click();
    await dialog('Simple, Powerful Pricing')(page);
    await page.keyboard.press('Escape');
    await expect(button('Pricing')(page)).toBeFocused();
    release();
    // The hydrated page queues no press.
    await button('Login / Sign Up')(page).click();
    await expect(early(page)).toHaveCount(0);
    await dialog('Welcome!')(page);
    await expect(page.getByRole('dialog')).toHaveCount(1);
  });
});

test('without a connection a press says so, and is carried out when the connection is back @long', async ({
  page,
  context,
}) => {
  await saveData(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  await context.setOffline(true);
  await button('Pricing')(page).click();
  await expect(page.getByText(/You are offline/)).toBeVisible();
  await expect(page.locator('[data-queued]')).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText(/You are offline/)).toBeHidden();
  await dialog('Simple, Powerful Pricing')(page);
});

test.describe('where the first script itself does not arrive', () => {
  const unreachable = (page: Page) =>
    page.getByText('The service could not be reached. Please check your connection and reload the page.');

  test('the page says so instead of staying empty, and the gallery comes by itself when it can @long', async ({
    page,
  }) => {
    await arrive(page);
    await forgetPhotosAtLoad(page);
    await page.route(`${BOOT}*`, (route) => route.abort());
    await page.reload();
    await expect(unreachable(page)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.unroute(`${BOOT}*`);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(unreachable(page)).toBeHidden();
  });

  test('what a visitor pressed is carried out when it comes @long', async ({ page }) => {
    await page.route(`${BOOT}*`, (route) => route.abort());
    await page.goto('/');
    await expect(unreachable(page)).toBeVisible();
    await button('Pricing')(page).click();
    await page.unroute(`${BOOT}*`);
    await dialog('Simple, Powerful Pricing')(page);
    await expect(unreachable(page)).toBeHidden();
  });
});

test('somebody who logs in in another window hydrates the page', async ({ page, context }) => {
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/robots.txt');
  const woken = page.waitForRequest(APP);
  await other.evaluate(() => localStorage.setItem('heirlight.signedIn', '1'));
  await woken;
});
