import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { subscribeToasts, type Toast } from '../../lib/toast';
import { deferred } from '../../test/deferred';
import { fakeDomain } from '../../test/fakeDomain';
import { renderThemed } from '../../test/renderThemed';
import { aPhoto, aUser } from '../../test/samples';
import { ShareDialog } from './ShareDialog';
import ShareSetDialog from './ShareSetDialog';

const TOKEN = '0123456789abcdef0123456789abcdef';
const LINK = `http://localhost/?shared=${TOKEN}`;

let toasts: Toast[] = [];
let stopToasts: () => void;
let fake: ReturnType<typeof fakeDomain>;

beforeEach(() => {
  toasts = [];
  stopToasts = subscribeToasts((message) => toasts.push(message));
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  fake = fakeDomain();
});
afterEach(() => {
  stopToasts();
  Reflect.deleteProperty(navigator, 'share');
});

async function open(shared_at: Date | null) {
  await fake.domain.session.ensureAuth();
  fake.report(aUser());
  const user = userEvent.setup();
  renderThemed(<ShareDialog photo={aPhoto({ shared_at })} open onClose={() => undefined} />, fake.domain);
  return { press: async (name: string) => user.click(await screen.findByRole('button', { name })) };
}
const link = async () => (await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' })).value;

test('nothing is shared until it is asked for; then the link is shown, copied and taken back', async () => {
  const { press } = await open(null);
  expect(fake.call).not.toHaveBeenCalled();
  fake.call.mockResolvedValue({ token: TOKEN });
  await press('Create Link');
  expect(fake.call).toHaveBeenCalledWith('sharePhoto', { photoId: 'p1', shared: true });
  expect(await link()).toBe(LINK);
  expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(LINK);
  await press('Copy Link');
  expect(await navigator.clipboard.readText()).toBe(LINK);
  await press('Stop Sharing');
  expect(fake.call).toHaveBeenLastCalledWith('sharePhoto', { photoId: 'p1', shared: false });
  await screen.findByRole('button', { name: 'Create Link' });
  expect(toasts.map(({ title }) => title)).toEqual(['Link Copied', 'Sharing Stopped']);
});

test('a shared photo’s link is there when the dialog opens', async () => {
  fake.call.mockResolvedValue({ token: TOKEN });
  await open(new Date());
  expect(await link()).toBe(LINK);
  expect(fake.call.mock.calls).toEqual([['sharePhoto', { photoId: 'p1', shared: true }]]);
});

test('a link that another device takes back, or makes, is followed while the dialog is open', async () => {
  await fake.domain.session.ensureAuth();
  fake.report(aUser());
  fake.call.mockResolvedValue({ token: TOKEN });
  const dialog = (shared_at: Date | null) => (
    <ShareDialog photo={aPhoto({ shared_at })} open onClose={() => undefined} />
  );
  const { rerender } = renderThemed(dialog(new Date()), fake.domain);
  expect(await link()).toBe(LINK);
  rerender(dialog(null));
  expect(await screen.findByRole('button', { name: 'Create Link' })).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  rerender(dialog(new Date()));
  expect(await link()).toBe(LINK);
  expect(fake.call.mock.calls).toEqual(Array(2).fill(['sharePhoto', { photoId: 'p1', shared: true }]));
});

test('a link that is made here is not asked for again when its photo says that it is shared', async () => {
  const making = deferred<{ token: string }>();
  fake.call.mockReturnValue(making.promise);
  await fake.domain.session.ensureAuth();
  fake.report(aUser());
  const dialog = (shared_at: Date | null) => (
    <ShareDialog photo={aPhoto({ shared_at })} open onClose={() => undefined} />
  );
  const { rerender } = renderThemed(dialog(null), fake.domain);
  await userEvent.click(screen.getByRole('button', { name: 'Create Link' }));
  // The live connection may be quicker than the response.
  rerender(dialog(new Date()));
  making.resolve({ token: TOKEN });
  expect(await link()).toBe(LINK);
  rerender(dialog(new Date()));
  expect(fake.call).toHaveBeenCalledTimes(1);
});

test('a link that could not be taken back stays shown, and the reason is said', async () => {
  fake.call.mockResolvedValueOnce({ token: TOKEN });
  const { press } = await open(new Date());
  await link();
  fake.call.mockRejectedValueOnce(Object.assign(new Error('x'), { details: { code: 'rate_limited' } }));
  await press('Stop Sharing');
  expect(toasts.at(-1)).toMatchObject({ title: 'Still Shared', destructive: true });
  expect(await link()).toBe(LINK);
});

test('two presses make one link', async () => {
  const making = deferred<{ token: string }>();
  fake.call.mockReturnValue(making.promise);
  const { press } = await open(null);
  await press('Create Link');
  await press('Creating...');
  making.resolve({ token: TOKEN });
  await link();
  expect(fake.call).toHaveBeenCalledTimes(1);
});

test('the link is sent by the sheet; where that cannot open, it is copied, and closing it says nothing', async () => {
  const share = jest.fn<(data: ShareData) => Promise<void>>().mockResolvedValueOnce();
  Object.assign(navigator, { share });
  fake.call.mockResolvedValue({ token: TOKEN });
  const { press } = await open(new Date());
  await press('Send...');
  expect(share.mock.calls[0]?.[0]).toMatchObject({ url: LINK });
  share.mockRejectedValueOnce(new DOMException('', 'AbortError'));
  await press('Send...');
  const copied = () => toasts.filter(({ title }) => title === 'Link Copied').length;
  expect(copied()).toBe(0);
  // A sheet before is open, or a browser has never ended it.
  share.mockRejectedValueOnce(new DOMException('', 'InvalidStateError'));
  await press('Send...');
  await waitFor(() => expect(copied()).toBe(1));
  expect(await navigator.clipboard.readText()).toBe(LINK);
});

test('more photos than one link shows are not shared, and the dialog says how many it takes', async () => {
  const photos = Array.from({ length: 51 }, (_, index) => aPhoto({ id: `p${index}` }));
  renderThemed(<ShareSetDialog photos={photos} leftOut={0} onClose={() => undefined} />, fake.domain);
  expect((await screen.findByRole('dialog')).textContent).toContain('One link shows up to 50 photos');
  expect(screen.queryByRole('button', { name: 'Create Link' })).toBeNull();
  expect(fake.call).not.toHaveBeenCalled();
});
