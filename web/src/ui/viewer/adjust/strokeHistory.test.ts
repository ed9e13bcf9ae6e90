import type { Stroke } from '@heirlight/contract/adjustment';
import { expect, test } from '@jest/globals';
import { createStrokeHistory } from './strokeHistory';

const stroke = (x: number): Stroke => ({ kind: 'protect', radius: 0.05, edges: true, points: [x, 0] });
const [one, two, three] = [stroke(1), stroke(2), stroke(3)];

test('strokes of this and of an earlier visit are undone one by one, and done again', () => {
  const history = createStrokeHistory([one, two]);
  history.set([one, two, three]);
  const undone: (readonly Stroke[])[] = [];
  while (history.undo()) undone.push(history.now());
  expect(undone).toEqual([[one, two], [one], []]);
  expect(history.canUndo()).toBe(false);
  while (history.redo());
  expect(history.now()).toEqual([one, two, three]);
});

test('a reset is undone as a whole, and a new stroke ends what could be done again', () => {
  const history = createStrokeHistory([one, two]);
  history.set([]);
  expect(history.undo()).toBe(true);
  expect(history.now()).toEqual([one, two]);
  history.set([one, two, three]);
  expect([history.canRedo(), history.redo()]).toEqual([false, false]);
});
