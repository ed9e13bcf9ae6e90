import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderThemed } from '../../../test/renderThemed';
import { createStrokeHistory } from './strokeHistory';
import { TouchUp, type TouchUpProps } from './TouchUp';
import { useBrushChoice } from './useBrushChoice';

const Chosen = (props: Omit<TouchUpProps, 'choice'>) => <TouchUp {...props} choice={useBrushChoice(props.kinds)} />;

test('the photo does not jump from brush to brush: what one of them does not have keeps its room', async () => {
  renderThemed(
    <Chosen
      isColour={false}
      kinds={['protect', 'restore', 'mend']}
      history={createStrokeHistory([])}
      faces={[{ x: 0.4, y: 0.2, width: 0.2, height: 0.2 }]}
      stage={() => null}
      onShow={jest.fn()}
      onSay={jest.fn()}
    />,
  );
  const hints = () => screen.getAllByText(/^Paint o/).map(({ style }) => style.visibility);
  const seen = (name: RegExp) => screen.queryAllByRole('button', { name }).length;
  expect(hints()).toEqual(['', 'hidden', 'hidden']);
  expect(seen(/^(Keep to Edges|Whole Face)/)).toBe(2);
  await userEvent.click(screen.getByRole('button', { name: 'Mend a Mark' }));
  expect(hints()).toEqual(['hidden', 'hidden', '']);
  expect(seen(/^(Keep to Edges|Whole Face)/)).toBe(0);
  expect(screen.getByText('Keep to Edges')).toBeTruthy();
  expect(screen.getByText(/^Whole Face/)).toBeTruthy();
});
