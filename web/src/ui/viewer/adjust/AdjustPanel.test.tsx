import { type Adjustment, PLAIN_RESULT } from '@heirlight/contract/adjustment';
import { expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderThemed } from '../../../test/renderThemed';
import AdjustPanel from './AdjustPanel';

const onLive = jest.fn<(adjustment: Adjustment) => void>();
const show = (adjustment = PLAIN_RESULT) =>
  renderThemed(
    <AdjustPanel
      adjustment={adjustment}
      faces={[]}
      stage={() => null}
      onLive={onLive}
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

test('Undo after Reset brings back the sliders with the strokes, and Redo resets both again', () => {
  const painted: Adjustment = {
    ...PLAIN_RESULT,
    repair: 0.3,
    strokes: [{ kind: 'protect', radius: 0.1, edges: false, points: [9, 9] }],
  };
  show(painted);
  const repair = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Repair', hidden: true }).value;
  fireEvent.click(button('Touch Up'));
  fireEvent.click(button('Reset'));
  expect([repair(), onLive.mock.lastCall?.[0]]).toEqual(['100', PLAIN_RESULT]);
  const undo = button('Undo');
  act(() => undo.focus());
  fireEvent.click(undo);
  expect([repair(), onLive.mock.lastCall?.[0]]).toEqual(['30', painted]);
  expect(document.activeElement).toBe(undo);
  fireEvent.click(button('Redo'));
  expect([repair(), onLive.mock.lastCall?.[0]]).toEqual(['100', PLAIN_RESULT]);
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
