import { afterEach, expect, jest, test } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useCloseOnBack } from './useCloseOnBack';

const entries = () => history.state?.dialogs ?? 0;
const back = async (leaves: number) => {
  act(() => history.back());
  await waitFor(() => expect(entries()).toBe(leaves));
};

/** A dialog that may ask before it closes. */
const dialog = (asks = () => false) =>
  renderHook(() => {
    const [open, setOpen] = useState(false);
    useCloseOnBack(open, () => setOpen(asks()));
    return { open, setOpen };
  });
type Rendered = ReturnType<typeof dialog>;
const isOpen = ({ result }: Rendered) => result.current.open;
const set = async ({ result }: Rendered, open: boolean, leaves: number) => {
  act(() => result.current.setOpen(open));
  await waitFor(() => expect(entries()).toBe(leaves));
};

afterEach(async () => {
  await waitFor(() => expect(entries()).toBe(0));
});

test('Back closes the topmost dialog, then the one below, and then leaves the page', async () => {
  const [below, above] = [dialog(), dialog()];
  const length = history.length;
  await set(below, true, 1);
  await set(above, true, 2);
  expect(history.length).toBe(length + 2);
  await back(1);
  expect([isOpen(below), isOpen(above)]).toEqual([true, false]);
  await back(0);
  expect(isOpen(below)).toBe(false);
});

test('a dialog that was closed otherwise leaves no entry that Back would have to pass', async () => {
  const one = dialog();
  await set(one, true, 1);
  await set(one, false, 0);
  await set(one, true, 1);
  await back(0);
  expect(isOpen(one)).toBe(false);
});

test('a dialog that takes the place of another takes its entry, and stays open', async () => {
  const [first, second] = [dialog(), dialog()];
  await set(first, true, 1);
  const go = jest.spyOn(history, 'go');
  act(() => {
    first.result.current.setOpen(false);
    second.result.current.setOpen(true);
  });
  await act(() => new Promise((done) => setTimeout(done, 20)));
  expect(go).not.toHaveBeenCalled();
  expect([isOpen(second), entries()]).toEqual([true, 1]);
  await back(0);
  expect(isOpen(second)).toBe(false);
});

test('a dialog that opens while the entry of another is being left has one of its own', async () => {
  const [first, second] = [dialog(), dialog()];
  await set(first, true, 1);
  act(() => first.result.current.setOpen(false));
  await act(() => Promise.resolve());
  act(() => second.result.current.setOpen(true));
  await act(() => new Promise((done) => setTimeout(done, 50)));
  expect([isOpen(second), entries()]).toEqual([true, 1]);
  await back(0);
});

test('one that asks first stays open, and Back asks again', async () => {
  const asks = jest.fn(() => true);
  const one = dialog(asks);
  await set(one, true, 1);
  act(() => history.back());
  await waitFor(() => expect(asks).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(entries()).toBe(1));
  expect(isOpen(one)).toBe(true);
  asks.mockReturnValue(false);
  await back(0);
  expect(isOpen(one)).toBe(false);
});

test('an entry that Forward leads to is left again: nothing is open there', async () => {
  const one = dialog();
  await set(one, true, 1);
  await back(0);
  act(() => history.forward());
  await act(() => new Promise((done) => setTimeout(done, 50)));
  expect([isOpen(one), entries()]).toEqual([false, 0]);
});
