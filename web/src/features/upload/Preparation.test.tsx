import { expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { copy } from '../../copy/copy';
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

test('a button that has the focus stays what it is when a print is found', async () => {
  const preparation = (state: object) => (
    <Preparation
      state={{ phase: 'preview', prints: [], ...state } as unknown as PreparationProps['state']}
      {...actions}
    />
  );
  const { rerender } = render(preparation({}));
  for (const name of [copy.upload.remove, prepareCopy.open]) {
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
