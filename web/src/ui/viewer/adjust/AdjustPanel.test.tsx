import { PLAIN_RESULT } from '@heirlight/contract/adjustment';
import { expect, jest, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { renderThemed } from '../../../test/renderThemed';
import AdjustPanel from './AdjustPanel';

const show = () =>
  renderThemed(
    <AdjustPanel
      adjustment={PLAIN_RESULT}
      faces={[]}
      stage={() => null}
      onLive={jest.fn()}
      byHand={undefined}
      onDone={jest.fn()}
      onCancel={jest.fn()}
      onSay={jest.fn()}
    >
      {null}
    </AdjustPanel>,
  );
const button = (name: string) => screen.getByRole('button', { name });

test('Reset without a stroke leaves nothing to undo', () => {
  show();
  fireEvent.click(button('Touch Up'));
  fireEvent.click(button('Reset'));
  expect(button('Undo').getAttribute('aria-disabled')).toBe('true');
});

test('the brush stays as it was chosen while another part of the panel is open', () => {
  show();
  const isOn = (name: string) => button(name).getAttribute('aria-pressed');
  const slider = (name: string) => screen.getByRole<HTMLInputElement>('slider', { name });
  fireEvent.click(button('Touch Up'));
  fireEvent.click(button('Keep to Edges'));
  fireEvent.click(button('Mend a Mark'));
  fireEvent.change(slider('Brush size'), { target: { value: '44' } });
  fireEvent.click(button('Color'));
  fireEvent.click(button('Sky'));
  fireEvent.click(button('Evening sky'));
  fireEvent.click(button('Strength'));
  fireEvent.click(button('Touch Up'));
  expect(isOn('Mend a Mark')).toBe('true');
  expect(slider('Brush size').value).toBe('44');
  fireEvent.click(button('Bring Original Back'));
  expect(isOn('Keep to Edges')).toBe('false');
  fireEvent.click(button('Color'));
  expect([isOn('Sky'), isOn('Evening sky')]).toEqual(['true', 'true']);
});
