import { expect, type Locator, type Page, test } from '@playwright/test';
import { photoFile } from '../src/pictures';
import { plantPhoto } from '../src/plantedPhotos';
import { arrive, openLogin } from './page/account';
import { cardButton, pressInMenu } from './page/cards';
import { doubleClick, expectNone, expectStays } from './page/doubleClick';
import { counter, photoCards } from './page/selectors';
import { expectToast, toastOn } from './page/toast';
import { chooseFile } from './page/upload';

interface Control {
  name: string;
  find: (page: Page) => Locator;
  /** What a single click leads to. */
  leads: (page: Page) => Promise<unknown>;
  /** To the screen again; by default Escape closes a dialog. */
  back?: (page: Page) => Promise<unknown>;
}

interface Screen {
  /** With the second click as soon, and as late, as a hand makes it; the others in between. */
  isMain?: true;
  open: (page: Page) => Promise<unknown>;
  controls: Control[];
}

const dialog = (page: Page, name?: string | RegExp) => page.getByRole('dialog', name ? { name } : {});
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).first();
const inDialog = (name: string | RegExp) => (page: Page) => dialog(page).getByRole('button', { name, exact: true });
const inCard = (name: string) => (page: Page) => cardButton(photoCards(page).first(), name);
const opens = (name: string | RegExp) => (page: Page) => expectStays(dialog(page, name));
const closeByKey = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expectNone(page);
};
const press = (find: (page: Page) => Locator) => (page: Page) => find(page).click();
const nothing = async () => undefined;
const isOn = (find: (page: Page) => Locator, attribute: string) => (page: Page) =>
  expect(find(page)).toHaveAttribute(attribute, 'true');

/** How often a photo has been saved: as a download, or on a phone as a page of its own. */
const saves = new WeakMap<Page, number>();

const openGallery = async (page: Page) => {
  const count = () => saves.set(page, (saves.get(page) ?? 0) + 1);
  page.on('download', count);
  page.on('popup', async (tab) => {
    count();
    await tab.close();
  });
  const { uid } = await arrive(page);
  await plantPhoto({ uid, createdAt: new Date(2024, 2, 5), shown: true });
  await plantPhoto({ uid, shown: true });
  await expect(photoCards(page)).toHaveCount(2);
};
/** Opened from the gallery's first card. */
const fromCard = (open: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await openGallery(page);
  await open(page);
};
const openHydrated = async (page: Page) => {
  await page.goto('/');
  await openLogin(page);
  await closeByKey(page);
};
const tab = (name: string) => (page: Page) => dialog(page).getByRole('tab', { name });
const reopen = (find: (page: Page) => Locator) => async (page: Page) => {
  await find(page).click();
  await expect(dialog(page)).toBeVisible();
};
const openUpload = async (page: Page) => {
  await arrive(page);
  await chooseFile(page, photoFile('mary_mackillop_c1890.jpg'));
  await expect(inDialog('Restore Photo')(page)).toBeEnabled();
};
const openViewer = async (page: Page) => {
  await inCard('Full Screen')(page).click();
  await expect(dialog(page, /Full Screen/).locator('[data-sharp]')).toBeVisible();
};

const welcome = 'Welcome!';
const pricing = 'Simple, Powerful Pricing';
const restore = 'Upload & Restore';
const account = 'Your Account';

const landing = ['Login / Sign Up', 'Upload Your Photo', 'Pricing', 'Login required to upload images'].map((name) => ({
  name,
  find: button(name),
  leads: opens(name === 'Pricing' ? pricing : welcome),
}));
const openPrerendered = (page: Page) => page.goto('/');
const disclosure = (page: Page) => page.locator('footer details');

const screens: Record<string, Screen> = {
  'the landing page before hydration': {
    isMain: true,
    open: openPrerendered,
    controls: [
      ...landing.map((control) => ({ ...control, back: openPrerendered })),
      {
        name: 'the disclosure',
        find: (page) => disclosure(page).locator('summary'),
        leads: (page) => expect(disclosure(page)).toHaveAttribute('open'),
      },
    ],
  },
  'the landing page': { isMain: true, open: openHydrated, controls: landing },
  "a user's first page": {
    isMain: true,
    open: arrive,
    controls: [
      { name: 'the restores counter', find: counter, leads: opens(pricing) },
      { name: 'Your Account', find: button('Your Account'), leads: opens(account) },
      { name: 'Upload Your Photo', find: button('Upload Your Photo'), leads: opens(restore) },
      {
        name: 'Logout, where Login / Sign Up comes',
        find: button('Logout'),
        leads: async (page) => {
          await expect(button('Login / Sign Up')(page)).toBeVisible();
          await expectNone(page);
        },
        back: nothing,
      },
    ],
  },
  'the login dialog': {
    open: async (page) => {
      await page.goto('/');
      await openLogin(page);
    },
    controls: [
      { name: 'Sign Up', find: tab('Sign Up'), leads: isOn(tab('Sign Up'), 'aria-selected'), back: nothing },
      { name: 'Reset', find: tab('Reset'), leads: isOn(tab('Reset'), 'aria-selected'), back: press(tab('Login')) },
      {
        name: 'Show the password',
        find: inDialog(/^Show/),
        leads: isOn(inDialog(/^(Show|Hide)/), 'aria-pressed'),
        back: nothing,
      },
      { name: 'Close', find: inDialog('Close'), leads: expectNone, back: nothing },
    ],
  },
  'the pricing dialog': {
    open: async (page) => {
      await page.goto('/');
      await button('Pricing')(page).click();
    },
    controls: [
      {
        name: 'Buy Now, while signed out',
        find: (page) => inDialog(/^Buy Now/)(page).first(),
        leads: opens(welcome),
        back: async (page) => {
          await closeByKey(page);
          await button('Pricing')(page).click();
        },
      },
      { name: 'Close', find: inDialog('Close'), leads: expectNone, back: nothing },
    ],
  },
  'the upload dialog': {
    isMain: true,
    open: openUpload,
    controls: [
      { name: 'Colorize', find: tab('Colorize'), leads: isOn(tab('Colorize'), 'aria-selected'), back: nothing },
      {
        name: 'Straighten or turn',
        find: inDialog('Straighten or turn'),
        leads: (page) => expect(inDialog('Turn right')(page)).toBeVisible(),
        back: nothing,
      },
      {
        name: 'Cancel of the editor',
        find: inDialog('Cancel'),
        leads: (page) => expect(inDialog('Restore Photo')(page)).toBeEnabled(),
        // A file that waits for the connection can be cancelled.
        back: (page) => page.context().setOffline(true),
      },
      {
        name: 'Restore Photo, where Cancel upload comes',
        find: inDialog('Restore Photo'),
        leads: async (page) => {
          await expect(inDialog('Cancel upload')(page)).toBeVisible();
          await expect(inDialog('Restore Photo')(page)).toHaveCount(0);
        },
        back: nothing,
      },
      {
        name: 'Cancel upload, where Restore Photo comes',
        find: inDialog('Cancel upload'),
        leads: (page) => expect(inDialog('Restore Photo')(page)).toBeEnabled(),
        back: nothing,
      },
      {
        name: 'Remove photo',
        find: inDialog('Remove photo'),
        leads: (page) => expect(dialog(page, restore).locator('input[type=file]')).toHaveCount(1),
        back: nothing,
      },
    ],
  },
  'the account dialog': {
    open: async (page) => {
      await arrive(page);
      await button('Your Account')(page).click();
    },
    controls: [
      {
        name: 'Password',
        find: inDialog('Password'),
        leads: isOn(inDialog('Password'), 'aria-expanded'),
        back: press(inDialog('Password')),
      },
      {
        name: 'Purchases and receipts',
        find: inDialog('Purchases and receipts'),
        leads: isOn(inDialog('Purchases and receipts'), 'aria-expanded'),
        back: nothing,
      },
      { name: 'Close', find: inDialog('Close'), leads: expectNone, back: nothing },
    ],
  },
  'a card of the gallery': {
    open: openGallery,
    controls: [
      {
        name: 'Save, which saves once',
        find: inCard('(Save|Save to Photos)'),
        leads: async (page) => {
          await expect(toastOn(page)).toContainText(/Download Started|Image Opened/);
          await expectNone(page);
          expect(saves.get(page)).toBe(1);
        },
        back: nothing,
      },
      { name: 'Full Screen', find: inCard('Full Screen'), leads: opens(/Full Screen/) },
      { name: 'Delete', find: inCard('Delete'), leads: opens(/^Delete/) },
      {
        name: 'More',
        find: inCard('More'),
        leads: (page) => expect(page.getByRole('menuitem', { name: 'Share' })).toBeVisible(),
        back: nothing,
      },
      {
        name: 'Share in the menu',
        find: (page) => page.getByRole('menuitem', { name: 'Share' }),
        leads: opens('Share This Photo'),
      },
    ],
  },
  'the delete dialog': {
    open: fromCard(reopen(inCard('Delete'))),
    controls: [
      { name: 'Keep It', find: inDialog('Keep It'), leads: expectNone, back: reopen(inCard('Delete')) },
      {
        name: 'Delete',
        find: inDialog('Delete'),
        leads: async (page) => {
          await expect(photoCards(page)).toHaveCount(1);
          await expectNone(page);
        },
        back: nothing,
      },
    ],
  },
  'the share dialog': {
    open: fromCard((page) => pressInMenu(photoCards(page).first(), 'Share')),
    controls: [
      {
        name: 'Create Link',
        find: inDialog('Create Link'),
        leads: (page) => expect(dialog(page).getByRole('textbox', { name: 'Link' })).toHaveValue(/shared=/),
        back: nothing,
      },
      {
        name: 'Stop Sharing, where Create Link comes',
        find: inDialog('Stop Sharing'),
        leads: async (page) => {
          await expectToast(page, 'Sharing Stopped');
          await expect(inDialog('Create Link')(page)).toBeEnabled();
        },
        back: nothing,
      },
    ],
  },
  'the save dialog': {
    open: fromCard((page) => pressInMenu(photoCards(page).first(), 'Other Formats')),
    controls: [{ name: 'Close', find: inDialog('Close'), leads: expectNone, back: nothing }],
  },
  'the viewer': {
    open: fromCard(openViewer),
    controls: [
      {
        name: 'Side by side',
        find: inDialog('Side by side'),
        leads: isOn(inDialog('Side by side'), 'aria-pressed'),
        back: press(inDialog('Side by side')),
      },
      {
        name: '100 %',
        find: inDialog(/^\d+%/),
        leads: (page) => expect(inDialog(/^\d+%/)(page)).toHaveText('100%'),
        back: press(inDialog(/^\d+%/)),
      },
      {
        name: 'Share',
        find: inDialog('Share'),
        leads: opens('Share This Photo'),
        back: async (page) => {
          await closeByKey(page);
          await openViewer(page);
        },
      },
      { name: 'Close', find: inDialog('Close'), leads: expectNone, back: openViewer },
      {
        name: 'Next photo, where each click counts',
        find: inDialog('Next photo'),
        leads: (page) => expect(inDialog('Next photo')(page)).toHaveAttribute('aria-disabled', 'true'),
      },
    ],
  },
  'the selection bar': {
    open: fromCard(press(button('Select'))),
    controls: [
      {
        name: 'a photo',
        find: (page) => page.getByRole('checkbox').first(),
        leads: (page) => expect(page.getByRole('checkbox').first()).toBeChecked(),
        back: nothing,
      },
      {
        name: 'Select All, where Select None comes',
        find: button('Select All'),
        leads: (page) => expect(button('Select None')(page)).toBeVisible(),
        back: nothing,
      },
      { name: 'Delete 2 photos', find: button('Delete 2 photos'), leads: opens('Delete 2 photos?') },
      {
        name: 'Stop selecting',
        find: button('Stop selecting'),
        leads: (page) => expect(page.getByRole('checkbox')).toHaveCount(0),
        back: nothing,
      },
    ],
  },
};

for (const [screen, { isMain, open, controls }] of Object.entries(screens)) {
  for (const gapMs of isMain ? [30, 300] : [150]) {
    const isOnPhone = screen === "a user's first page" || screen === 'the upload dialog';
    const tags = isOnPhone && gapMs === 300 ? '@phone-long @long' : '@long';
    test(`a double click does what a click does: ${screen}, ${gapMs} ms apart ${tags}`, async ({ page }, {
      project,
    }) => {
      await open(page);
      for (const { name, find, leads, back = closeByKey } of controls) {
        await test.step(name, async () => {
          await doubleClick(find(page), { gapMs, touch: project.name === 'phone' });
          await leads(page);
          await back(page);
        });
      }
    });
  }
}
