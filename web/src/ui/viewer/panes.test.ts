import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Camera, placed } from './camera';
import { type Arrangement, paneSize, panesOf, percentAt, splitAt } from './panes';

const side = (max: number) => fc.integer({ min: 100, max });
const size = (max: number) => fc.record({ width: side(max), height: side(max) });
const arrangements: fc.Arbitrary<Arrangement> = fc.record({
  view: fc.constantFrom('slider' as const, 'sideBySide' as const),
  isHeld: fc.boolean(),
  stage: size(3000),
});
const cameras: fc.Arbitrary<Camera> = fc.record({
  zoom: fc.double({ min: 1, max: 8, noNaN: true }),
  x: fc.double({ min: 0, max: 1, noNaN: true }),
  y: fc.double({ min: 0, max: 1, noNaN: true }),
});

test('every pane shows the same part of its picture at the same size, and none lies over another', () => {
  fc.assert(
    fc.property(
      arrangements,
      cameras,
      size(9000),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (one, camera, picture, at) => {
        const splitX = one.stage.width * at;
        const panes = panesOf(one, splitX);
        const { width, height } = paneSize(one);
        for (const { frame } of panes) expect([frame.width, frame.height]).toEqual([width, height]);
        const places = panes.map(({ frame }) => placed(camera, { picture, pane: frame, density: 1 }));
        expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(1);
        const covered = panes.reduce((sum, { clip }) => sum + clip.width * clip.height, 0);
        expect(covered).toBeLessThanOrEqual(one.stage.width * one.stage.height + 1e-6);
        const [first, second] = panes;
        if (!first || !second) return;
        const isBeside = first.clip.x + first.clip.width <= second.clip.x + 1e-9;
        const isAbove = first.clip.y + first.clip.height <= second.clip.y + 1e-9;
        expect(isBeside || isAbove).toBe(true);
        expect([first.side, second.side]).toEqual(['before', 'after']);
      },
    ),
  );
});

test('on a narrow upright stage the panes stand one above the other', () => {
  const of = (width: number, height: number) => {
    const [first, second] = panesOf({ view: 'sideBySide', isHeld: false, stage: { width, height } }, 0);
    return second!.frame.y > first!.frame.y ? 'above' : 'beside';
  };
  expect([of(390, 540), of(639, 700), of(640, 900), of(600, 300)]).toEqual(['above', 'above', 'beside', 'beside']);
});

test('the slider stands in what is seen of the picture, and reads its place back', () => {
  const stage = { width: 1000, height: 600 };
  const upright = { x: 350, y: 0, width: 300, height: 600 };
  expect(splitAt(50, upright, stage)).toBe(500);
  expect(splitAt(0, upright, stage)).toBe(350);
  const zoomed = { x: -4000, y: -100, width: 9000, height: 4000 };
  expect([splitAt(0, zoomed, stage), splitAt(100, zoomed, stage)]).toEqual([0, 1000]);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (percent) => {
      expect(percentAt(splitAt(percent, zoomed, stage), zoomed, stage)).toBeCloseTo(percent, 6);
      expect(percentAt(splitAt(percent, upright, stage), upright, stage)).toBeCloseTo(percent, 6);
    }),
  );
  expect(percentAt(10, upright, stage)).toBe(0);
  expect(percentAt(990, upright, stage)).toBe(100);
});
