import { expect, jest, test } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { followGestures, type GestureTarget, type Painter } from './gestures';

function open() {
  const [area, handle] = [document.createElement('div'), document.createElement('div')];
  const painted: string[] = [];
  const note = (what: string) => (at: { x: number }) => painted.push(`${what} ${at.x}`);
  const painter: Painter = {
    start: note('start'),
    move: note('move'),
    end: (isLost) => painted.push(isLost ? 'lost' : 'kept'),
  };
  const zoomBy = jest.fn<GestureTarget['zoomBy']>();
  const nothing = () => undefined;
  followGestures(area, handle, {
    ...{ press: nothing, moveSplit: nothing, endSplit: nothing, pan: nothing, throw: nothing, doubleTap: nothing },
    ...{ swipe: nothing, endSwipe: nothing, zoomBy, painter: () => painter },
    ...{ isZoomed: () => false, hasSplit: () => true },
  });
  const pointer = (type: 'Down' | 'Move' | 'Up', x: number, [pointerType, pointerId]: [string, number]) =>
    fireEvent[`pointer${type}`](area, { clientX: x, clientY: 0, button: 0, pointerType, pointerId });
  const safari = (type: string, scale: number) =>
    area.dispatchEvent(Object.assign(new MouseEvent(type, { cancelable: true, clientX: 50 }), { scale }));
  return { painted, zoomBy, pointer, safari, area, handle };
}

const PEN: [string, number] = ['pen', 1];
const PALM: [string, number] = ['touch', 2];
const FINGER: [string, number] = ['touch', 3];

test('a palm that comes down while a pen paints is no second finger', () => {
  const { painted, zoomBy, pointer } = open();
  pointer('Down', 10, PEN);
  pointer('Down', 200, PALM);
  pointer('Move', 20, PEN);
  pointer('Move', 210, PALM);
  pointer('Up', 210, PALM);
  pointer('Up', 20, PEN);
  expect(painted).toEqual(['start 10', 'move 20', 'kept']);
  expect(zoomBy).not.toHaveBeenCalled();
});

test('what a palm has begun before the pen came is taken back, and its lifting ends nothing', () => {
  const { painted, zoomBy, pointer } = open();
  pointer('Down', 200, PALM);
  pointer('Down', 10, PEN);
  pointer('Up', 200, PALM);
  pointer('Move', 20, PEN);
  pointer('Up', 20, PEN);
  expect(painted).toEqual(['start 200', 'lost', 'start 10', 'move 20', 'kept']);
  expect(zoomBy).not.toHaveBeenCalled();
});

test('a brush paints where the line of the slider stands; its knob moves the split', () => {
  const { painted, area, handle } = open();
  const knob = handle.appendChild(document.createElement('div'));
  area.append(handle);
  for (const target of [handle, knob]) {
    fireEvent.pointerDown(target, { clientX: 4, button: 0, pointerId: 1 });
    fireEvent.pointerUp(area, { clientX: 4, pointerId: 1 });
  }
  expect(painted).toEqual(['start 4', 'kept']);
});

test('two fingers take back what the first one painted, and zoom; so do they after a pen', () => {
  const { painted, zoomBy, pointer } = open();
  pointer('Down', 10, PEN);
  pointer('Up', 10, PEN);
  pointer('Down', 100, PALM);
  pointer('Down', 200, FINGER);
  pointer('Move', 300, FINGER);
  pointer('Up', 300, FINGER);
  pointer('Up', 100, PALM);
  expect(painted).toEqual(['start 10', 'kept', 'start 100', 'lost']);
  expect(zoomBy).toHaveBeenCalledTimes(1);
});

test("a trackpad's pinch in Safari zooms the photo, not the page, each time from where it is", () => {
  const { zoomBy, safari } = open();
  for (const scales of [
    [1, 2, 3],
    [1, 0.5],
  ]) {
    scales.forEach((scale, index) => {
      const isLeftToSafari = safari(index === 0 ? 'gesturestart' : 'gesturechange', scale);
      expect(isLeftToSafari).toBe(false);
    });
  }
  expect(zoomBy.mock.calls).toEqual([2, 1.5, 0.5].map((factor) => [factor, { x: 50, y: 0 }, false]));
});

test('what Safari on an iPhone says of two fingers does not zoom a second time', () => {
  const { zoomBy, pointer, safari } = open();
  pointer('Down', 100, PALM);
  pointer('Down', 200, FINGER);
  safari('gesturestart', 1);
  pointer('Move', 300, FINGER);
  expect(safari('gesturechange', 2)).toBe(false);
  expect(zoomBy).toHaveBeenCalledTimes(1);
});
