import { expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { uploadCopy } from '../../copy/uploadCopy';
import { prepareCopy } from '../../domain/upload/prepareCopy';
import { Preparation, type PreparationProps } from './Preparation';

const corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
] as const;

const actions = {
  ...{ onPrepare: jest.fn(), onDismiss: jest.fn(), onSplit: jest.fn() },
  ...{ onOpenEditor: jest.fn(), onRemove: jest.fn() },
};

const preparation = (state: object) => (
  <Preparation
    state={{ phase: 'preview', prints: [], ...state } as unknown as PreparationProps['state']}
    {...actions}
  />
);

test('that a part of the file is missing is said also where a print or several are found', () => {
  const { rerender } = render(preparation({ isPartMissing: true, found: corners }));
  const said = () => screen.getByRole('status').textContent;
  expect(said()).toBe(`${prepareCopy.partMissing} ${prepareCopy.found}`);
  rerender(preparation({ isPartMissing: true, prints: [corners, corners] }));
  expect(said()).toBe(`${prepareCopy.partMissing} ${prepareCopy.severalFound(2)}`);
  rerender(preparation({ isPartMissing: true }));
  expect(said()).toBe(prepareCopy.partMissing);
});

test('what says what was found or is being done is there before its words', () => {
  const { rerender } = render(preparation({}));
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('');
  rerender(preparation({ found: corners }));
  expect([screen.getByRole('status'), status.textContent]).toEqual([status, prepareCopy.found]);
  rerender(preparation({ phase: 'preparing' }));
  expect([screen.getByRole('status'), status.textContent]).toEqual([status, prepareCopy.working]);
});

test('a button that has the focus stays what it is when a print is found', async () => {
  const { rerender } = render(preparation({}));
  for (const name of [uploadCopy.remove, prepareCopy.open]) {
    rerender(preparation({}));
    const button = screen.getByRole('button', { name });
    await act(async () => button.focus());
    rerender(preparation({ found: corners }));
    const focused = document.activeElement as HTMLElement;
    expect(focused.textContent).toBe(name === prepareCopy.open ? prepareCopy.adjust : name);
    await act(async () => focused.click());
  }
  expect(actions.onRemove).toHaveBeenCalledTimes(1);
  expect(actions.onOpenEditor).toHaveBeenCalledTimes(1);
});
