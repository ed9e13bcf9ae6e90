import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { clamped, placed, type View } from './camera';
import { glide, type Sample, thrown } from './glide';

const view: View = { picture: { width: 4000, height: 3000 }, pane: { width: 800, height: 600 }, density: 1 };
const drag = (...xs: number[]): Sample[] => xs.map((x, index) => ({ at: { x, y: 0 }, time: index * 16 }));

test('a drag is thrown at the speed of its last part; one that ends at rest, or slowly, is not', () => {
  // It turned back: only the last 100 ms count. No throw is faster than 5 px per ms.
  expect(thrown(drag(0, 500, 900, 800, 700, 600, 500, 400, 300), 128)).toEqual({ x: -5, y: 0 });
  expect(thrown(drag(0, 16, 32), 40)).toEqual({ x: 1, y: 0 });
  expect(thrown(drag(0, 16, 32), 32 + 80)).toBeNull();
  expect(thrown(drag(0, 1, 2), 40)).toBeNull();
  expect(thrown(drag(0), 0)).toBeNull();
});

test('a glide begins as fast as the finger was, slows down, and stops inside the picture', () => {
  const speed = fc.double({ min: -5, max: 5, noNaN: true });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, speed, speed, (x, y, vx, vy) => {
      const from = clamped({ zoom: 4, x, y }, view);
      const { to, ms, at } = glide(from, { x: vx, y: vy }, view);
      expect(to).toEqual(clamped(to, view));
      const { width, height } = placed(from, view);
      const left = (time: number) => [(to.x - at(time).x) * width, (to.y - at(time).y) * height];
      expect(left(0)[0]).toBeCloseTo((to.x - from.x) * width, 6);
      for (const rest of left(ms)) expect(Math.abs(rest)).toBeLessThan(0.51);
      for (const axis of [0, 1]) {
        const [start = 0, sooner = 0, later = 0] = [left(0)[axis], left(50)[axis], left(100)[axis]];
        // Never beyond the end, never back, and each step no longer than the one before.
        expect(Math.abs(sooner)).toBeLessThanOrEqual(Math.abs(start));
        expect(Math.abs(later)).toBeLessThanOrEqual(Math.abs(sooner));
        expect(Math.abs(sooner - later)).toBeLessThanOrEqual(Math.abs(start - sooner) + 1e-9);
      }
      // With room to go, the first pixels are as fast as the finger.
      if (Math.abs(to.x - from.x) * width > 1) {
        const first = (at(0.01).x - from.x) * width;
        expect(first / 0.01).toBeCloseTo(-vx, 1);
      }
    }),
  );
});
