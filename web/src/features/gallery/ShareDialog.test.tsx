import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { subscribeToasts, type Toast } from '../../lib/toast';
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
afterEach(() => stopToasts());

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

test('a link that could not be taken back stays shown, and the reason is said', async () => {
  fake.call.mockResolvedValueOnce({ token: TOKEN });
  const { press } = await open(new Date());
  await link();
  fake.call.mockRejectedValueOnce(Object.assign(new Error('x'), { details: { code: 'rate_limited' } }));
  await press('Stop Sharing');
  expect(toasts.at(-1)).toMatchObject({ title: 'Still Shared', destructive: true });
  expect(await link()).toBe(LINK);
});

test('more photos than one link shows are not shared, and the dialog says how many it takes', async () => {
  const photoIds = Array.from({ length: 51 }, (_, index) => `p${index}`);
  renderThemed(<ShareSetDialog photoIds={photoIds} leftOut={0} onClose={() => undefined} />, fake.domain);
  expect((await screen.findByRole('dialog')).textContent).toContain('One link shows up to 50 photos');
  expect(screen.queryByRole('button', { name: 'Create Link' })).toBeNull();
  expect(fake.call).not.toHaveBeenCalled();
});
