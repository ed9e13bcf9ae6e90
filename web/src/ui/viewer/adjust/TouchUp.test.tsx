import { STROKE_LIMITS, type Stroke } from '@heirlight/contract/adjustment';
import { expect, jest, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { subscribeToasts } from '../../../lib/toast';
import { renderThemed } from '../../../test/renderThemed';
import type { Stage } from '../stage';
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

test('a key that finds no more room for its stroke is not said to have done anything', () => {
  const stroke: Stroke = { kind: 'protect', radius: 0.1, edges: true, points: [1, 1] };
  const history = createStrokeHistory(Array.from({ length: STROKE_LIMITS.strokes - 1 }, () => stroke));
  const stage = { area: document.body, paint: () => undefined } as Partial<Stage> as Stage;
  const onSay = jest.fn();
  const toasts: string[] = [];
  const stop = subscribeToasts(({ title }) => toasts.push(title));
  const more = { history, onSay, faces: [], stage: () => stage, onShow: jest.fn() };
  renderThemed(<Chosen isColour={false} kinds={['protect']} {...more} />);
  const press = () => fireEvent.keyDown(screen.getByRole('application'), { key: ' ' });
  press();
  expect([onSay.mock.calls, toasts]).toEqual([[['The original is back here']], []]);
  press();
  expect([onSay.mock.calls.length, toasts]).toEqual([1, ['No More Strokes']]);
  stop();
});

test('where the photo is zoomed it follows a brush that keys move out of sight', () => {
  const area = Object.defineProperties(document.createElement('div'), {
    clientWidth: { value: 200 },
    clientHeight: { value: 100 },
  });
  document.body.append(area);
  const panBy = jest.fn<Stage['panBy']>();
  const paint: Stage['paint'] = (brush) => brush?.placed({ x: -100, y: 0, width: 400, height: 100 });
  const stage = { area, panBy, paint } as Partial<Stage> as Stage;
  const more = { history: createStrokeHistory([]), faces: [], stage: () => stage, onShow: jest.fn(), onSay: jest.fn() };
  renderThemed(<Chosen isColour={false} kinds={['protect']} {...more} />);
  const press = () => fireEvent.keyDown(screen.getByRole('application'), { key: 'ArrowRight' });
  for (let at = 0; at < 8; at++) press();
  expect(panBy).not.toHaveBeenCalled();
  press();
  expect(panBy).toHaveBeenCalledTimes(1);
  const [by] = panBy.mock.lastCall ?? [];
  expect(by?.x).toBeLessThan(-0.5);
  expect(by?.y).toBe(0);
});
