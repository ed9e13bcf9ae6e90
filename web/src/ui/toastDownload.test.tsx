import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { afterFrame } from '../lib/afterFrame';
import { toast } from '../lib/toast';
import { renderThemed } from '../test/renderThemed';
import type { ToastStackProps } from './ToastStack';
import { Toasts } from './Toasts';

let reachable = false;
const attempts = jest.fn();
const load = async () => {
  attempts();
  if (!reachable) throw new TypeError('Failed to fetch dynamically imported module');
  return { default: ({ pending }: ToastStackProps) => pending.map(({ title }) => title).join(', ') };
};

/** Until what the next frame starts has been done. */
const settle = () => act(() => afterFrame().then(afterFrame));
async function raise(title: string) {
  act(() => toast({ title }));
  await settle();
}

beforeEach(() => {
  reachable = false;
  attempts.mockClear();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('toasts whose code cannot be downloaded', () => {
  test('leave the page unchanged; the next toast tries again, and all are shown', async () => {
    renderThemed(
      <>
        <p>the page</p>
        <Toasts load={load} />
      </>,
    );
    await raise('Toast one');
    expect(attempts).toHaveBeenCalledTimes(1);
    expect(screen.getByText('the page')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toBeTruthy();

    await raise('Toast two');
    expect(attempts).toHaveBeenCalledTimes(2);
    expect(screen.getByText('the page')).toBeTruthy();

    reachable = true;
    await raise('Toast three');
    expect(await screen.findByText('Toast one, Toast two, Toast three')).toBeTruthy();
  });

  test('are shown when the connection is back, which downloads nothing while there is none', async () => {
    renderThemed(<Toasts load={load} />);
    act(() => void window.dispatchEvent(new Event('online')));
    await settle();
    expect(attempts).not.toHaveBeenCalled();
    await raise('Toast one');
    expect(screen.queryByText('Toast one')).toBeNull();
    expect(attempts).toHaveBeenCalledTimes(1);
    reachable = true;
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('Toast one')).toBeTruthy();
  });
});
