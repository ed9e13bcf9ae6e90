import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { LAST_SEEN_KEY } from '../../src/domain/account/lastSeen';
import { type Build, builtFile, type Row, type Size, sizeOf, sum } from './visit';

const USER = 'ada';
const EMAIL = 'ada@example.com';
const PASSWORD = 'attic-box-1923';
/** Fewer than a first look asks for, so that they are all there are. */
const PHOTOS = ['p1', 'p2', 'p3'];
const PICTURES = 'https://pictures.test/';
const PICTURE = '/demo/hero-after.jpg';

const CONFIG = {
  firebase: { apiKey: 'key', authDomain: 'a', projectId: 'demo', storageBucket: 'demo', appId: '1:1:web:1' },
  stripePublishableKey: 'pk_test_1',
};

/** A photo as Firestore's REST interface writes it. */
function photoDocument(id: string): unknown {
  const text = (stringValue: string) => ({ stringValue });
  const map = (values: object) => ({ mapValue: { fields: values } });
  const thumbnail = (name: string) =>
    map({ thumbnail: map({ path: text(`results/${name}`), url: text(`${PICTURES}${name}`) }) });
  const sides = { width: { integerValue: '960' }, height: { integerValue: '1200' }, bytes: { integerValue: '9' } };
  const fields = {
    id: text(id),
    user_id: text(USER),
    status: text('succeeded'),
    created_at: { timestampValue: '2026-11-20T14:05:00Z' },
    tool: text('deeprestore'),
    original_path: text(`images/${USER}/${id}-a.jpg`),
    restored_url: text(`${PICTURES}restored-${id}`),
    files: map({ original: thumbnail(`before-${id}`), restored: thumbnail(`after-${id}`) }),
    restored_size: map(sides),
  };
  return { document: { name: `projects/demo/databases/(default)/documents/photos/${id}`, fields } };
}

/** A token of the form that the SDK reads. Nobody here verifies it. */
function idToken(): string {
  const part = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  return [part({ alg: 'none' }), part({ sub: USER, iat: now, exp: now + 3600 }), 'x'].join('.');
}

/** What the backend answers, by a part of the address. */
const ANSWERS: [part: string, answer: () => unknown][] = [
  ['/config.json', () => CONFIG],
  ['accounts:lookup', () => ({ users: [{ localId: USER, email: EMAIL, emailVerified: true }] })],
  [
    'accounts:signInWithPassword',
    () => ({ localId: USER, email: EMAIL, idToken: idToken(), refreshToken: 'r', expiresIn: '3600' }),
  ],
  ['/fetch-credits', () => ({ result: 3 })],
  [':runQuery', () => PHOTOS.map(photoDocument)],
];

/** Answers in the backend's place. The live stream gets no answer. */
async function answer(route: Route, page: string): Promise<void> {
  const url = route.request().url();
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  const found = ANSWERS.find(([part]) => url.includes(part));
  if (found) await route.fulfill({ headers, json: found[1]() });
  else if (url.startsWith(PICTURES)) await route.fulfill({ contentType: 'image/jpeg', body: builtFile(PICTURE) });
  else if (url.startsWith(page)) await route.continue();
}

type Noting = Window & { firstPictureAt?: number };

/** Notes when the first photograph of the gallery has come, before the page itself hears of it. Runs in the page. */
function noteFirstPicture(): void {
  const whenCapturing = true;
  document.addEventListener(
    'load',
    ({ target }) => {
      if (!(target instanceof HTMLImageElement) || !target.closest('[data-photo]')) return;
      (window as Noting).firstPictureAt ??= performance.now();
    },
    whenCapturing,
  );
}

/** Weighs the scripts that the page had asked for when its first photograph came, those in the page included. */
async function scriptUpToFirstPicture(page: Page): Promise<Size> {
  await page.waitForFunction(() => (window as Noting).firstPictureAt !== undefined);
  const paths = await page.evaluate(() => {
    const until = (window as Noting).firstPictureAt ?? 0;
    const asked = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < until);
    return asked.map(({ name }) => new URL(name).pathname).filter((path) => path.endsWith('.js'));
  });
  const inline = await page.locator('script:not([src])').allTextContents();
  return sum([...new Set(paths)].map((path) => sizeOf(builtFile(path))).concat(inline.map(sizeOf)));
}

async function visit<Result>(
  { browser, url }: Build,
  storageState: BrowserContextOptions['storageState'],
  act: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, storageState });
  try {
    await context.route('**/*', (route) => answer(route, url));
    await context.addInitScript(noteFirstPicture);
    const page = await context.newPage();
    await page.goto(url);
    return await act(page);
  } finally {
    await context.close();
  }
}

/** Somebody with photos: logs in on a new device, and comes back to one that knows the account or has forgotten it. */
export async function signedIn(build: Build): Promise<Row[]> {
  const { size: loggingIn, known } = await visit(build, undefined, async (page) => {
    await page.getByRole('button', { name: 'Login / Sign Up' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill(EMAIL);
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Login' }).click();
    const size = await scriptUpToFirstPicture(page);
    return { size, known: await page.context().storageState({ indexedDB: true }) };
  });
  const unknown = structuredClone(known);
  for (const origin of unknown.origins) {
    origin.localStorage = origin.localStorage.filter(({ name }) => name !== LAST_SEEN_KEY);
  }
  /** The landing page, which a returning user does not see, has pictures: they would come before the user's own. */
  const returning = async (page: Page) => {
    const size = await scriptUpToFirstPicture(page);
    const demo = await page.evaluate(
      () => performance.getEntriesByType('resource').find(({ name }) => name.startsWith(`${origin}/demo/`))?.name,
    );
    if (demo) throw new Error(`A page that shows photos downloads ${demo} of the landing page`);
    return size;
  };
  return [
    {
      what: 'script up to the first picture',
      size: await visit(build, known, returning),
      limit: 196_000,
    },
    {
      what: '… where the account is not known',
      size: await visit(build, unknown, returning),
      limit: 230_000,
    },
    { what: '… by logging in', size: loggingIn, limit: 278_000 },
  ];
}
