import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SharedPhoto } from '../../domain/saving/shareLink';
import { renderThemed } from '../../test/renderThemed';
import SharedPage from './SharedPage';

const PHOTO: SharedPhoto = {
  name: 'Mary',
  dateText: 'about 1943',
  caption: 'At the lake.\nWith Emil.',
  tool: 'colorize',
  beforeUrl: 'https://storage/before',
  afterUrl: 'https://storage/after',
  width: 1000,
  height: 800,
};
const show = (read: () => Promise<SharedPhoto>) => renderThemed(<SharedPage read={read} />);

test('shows the photo before and after, what its owner wrote, and that AI restored it; search engines stay away', async () => {
  show(async () => PHOTO);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Mary');
  expect(screen.getByRole('slider', { name: /Mary/ })).toBeTruthy();
  expect(screen.getByText(/^Restored by AI/)).toBeTruthy();
  expect(screen.getByText('about 1943')).toBeTruthy();
  expect(screen.getByText(/^At the lake/).textContent).toBe('At the lake.\nWith Emil.');
  expect(document.title).toBe('Mary · Restored with Heirlight');
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  expect(screen.getByRole('link', { name: 'Restore Your Own Photo' }).getAttribute('href')).toBe('/');
});

test('a link that is taken back, or never was, shows a calm word and no picture', async () => {
  show(async () => null);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('This photo is not shared any more');
  expect(screen.queryByRole('img')).toBeNull();
});

test('without a connection one can try again', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const read = jest.fn<() => Promise<SharedPhoto>>().mockRejectedValueOnce(new TypeError('x')).mockResolvedValue(PHOTO);
  show(read);
  await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Mary');
  log.mockRestore();
});
