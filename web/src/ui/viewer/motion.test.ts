import { expect, test } from '@jest/globals';
import { FITTED, type View } from './camera';
import { AT_REST, easeInOut, easeOut, endOf, flyingTo, gliding, motionAt, restingAt } from './motion';

const view: View = { picture: { width: 1000, height: 1000 }, pane: { width: 500, height: 500 }, density: 1 };
const near = { zoom: 4, x: 0.25, y: 0.5 };

test.each([easeInOut, easeOut])('eases from 0 to 1 without turning back', (ease) => {
  const values = Array.from({ length: 21 }, (_, index) => ease(index / 20));
  expect([values[0], values.at(-1)]).toEqual([0, 1]);
  expect(values).toEqual([...values].sort((one, other) => one - other));
});

test('a flight begins where the camera is, and rests at its end', () => {
  const flying = flyingTo(AT_REST, near, { start: 100, ms: 200, ease: easeInOut });
  expect(endOf(flying)).toEqual(near);
  // A frame may be older than the request.
  expect(motionAt(flying, 90).camera).toEqual(FITTED);
  const half = motionAt(flying, 200);
  expect(half.camera.zoom).toBeGreaterThan(1);
  expect(half.camera.zoom).toBeLessThan(4);
  expect(endOf(half)).toEqual(near);
  expect(motionAt(half, 300)).toEqual(restingAt(near));
});

test('a throw goes on in its direction and is known as one', () => {
  const thrown = gliding(restingAt(near), { x: 1, y: 0 }, { view, start: 0 });
  expect(thrown.flight?.isThrow).toBe(true);
  expect(motionAt(thrown, 50).camera.x).toBeLessThan(near.x);
  expect(motionAt(thrown, 10_000).flight).toBeNull();
});

test('what rests stays the same object', () => {
  expect(motionAt(AT_REST, 5)).toBe(AT_REST);
});
