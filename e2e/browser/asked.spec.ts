import { expect, type Page, test } from '@playwright/test';
import { plantPhoto } from '../src/plantedPhotos';
import { signUp } from './page/account';
import { axeFindings } from './page/axe';
import { arrivingWith } from './page/builtPage';
import { photoCards } from './page/selectors';

const APP = `**${arrivingWith('src/app/main.tsx')[0]}`;

const ASKED = [
  'Who sees my photo?',
  'How long is it kept?',
  'Is my photo used to train AI?',
  'What does the AI change?',
  'Are the faces kept?',
  'What if it fails?',
  'What does it cost?',
  'Can I have my money back?',
  'How do I delete everything?',
];
/** What only this page says. */
const WHOLE = {
  Privacy: [
    'Who runs this website',
    'YOUR NAME OR COMPANY',
    'Your rights',
    'Replicate',
    'We last read what Replicate says about photos',
  ],
  Terms: ['Who runs this website', 'YOUR NAME OR COMPANY', 'Changing your mind', 'Your photos stay yours'],
};

const section = (page: Page) => page.getByRole('region', { name: 'Asked and answered' });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const link = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });

const expectClean = (page: Page) => expect.poll(() => axeFindings(page)).toEqual([]);

test.use({ hasTouch: true });

test('every question opens by keys and by touch, before any script of the page has come @phone @long', async ({
  page,
}) => {
  await page.route(APP, () => undefined);
  await page.goto('/');
  await expect(section(page).getByRole('heading', { level: 3 })).toHaveText(ASKED);
  for (const [index, part] of (await section(page).locator('details').all()).entries()) {
    const question = part.locator('summary');
    // One tap only: a second one in the same place, so soon, may be a double click (ui/doubleClicks.ts).
    if (index === 0) await question.tap();
    else await question.press('Enter');
    await expect(part.locator('p').first()).toBeVisible();
  }
  await expect(section(page)).toContainText('no promise about training that holds for every model');
  await expect(section(page)).toContainText('5 for $2, 25 for $6 or 50 for $8');
  await expectClean(page);
});

test('what is open stays open when the page is hydrated, and after a logout the questions are there again @phone @long', async ({
  page,
}) => {
  await page.goto('/');
  await section(page).getByText('How long is it kept?').tap();
  const { uid } = await signUp(page);
  await expect(section(page).getByText('Until you delete it.')).toBeVisible();
  await plantPhoto({ uid, status: 'succeeded' });
  await expect(photoCards(page)).toHaveCount(1);
  await expect(section(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(section(page).locator('summary')).toHaveText(ASKED);
});

test('privacy, terms and questions open from the footer; Back, Escape and Close leave the page @phone', async ({
  page,
}) => {
  await page.goto('/');
  for (const [name, texts] of Object.entries(WHOLE)) {
    await link(page, name).tap();
    await expect(page).toHaveURL(new RegExp(`/#${name.toLowerCase()}$`));
    for (const text of texts) await expect(dialog(page, name).getByText(text).first()).toBeVisible();
    await expectClean(page);
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await link(page, 'Questions').press('Enter');
  const questions = dialog(page, 'Asked and answered');
  await expect(questions.locator('summary')).toHaveText(ASKED);
  await questions.getByText('Who sees my photo?').tap();
  await expect(questions.getByText('"Stop Sharing"')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
});

test('an address opens its page, for somebody who is signed in as well @phone @long', async ({ page }) => {
  await page.goto('/#terms');
  await expect(dialog(page, 'Terms').getByText('Changing your mind')).toBeVisible();
  await dialog(page, 'Terms').getByRole('button', { name: 'Close' }).tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await signUp(page);
  await page.goto('/#privacy');
  await page.reload();
  await expect(dialog(page, 'Privacy').getByText('Your rights')).toBeVisible();
  await expect(dialog(page, 'Privacy').getByRole('link', { name: 'What Replicate says about it' })).toHaveAttribute(
    'href',
    'https://replicate.com/docs/topics/predictions/data-retention',
  );
});
