import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  actualZoom,
  type Camera,
  clamped,
  closeUp,
  FITTED,
  largestZoom,
  onTheWay,
  panned,
  placed,
  showing,
  type View,
  visiblePart,
  zoomedAt,
} from './camera';

const side = (max: number) => fc.integer({ min: 16, max });
const size = (max: number) => fc.record({ width: side(max), height: side(max) });
/** Strips of 1:1000 as well as squares, in windows of any shape. */
const views: fc.Arbitrary<View> = fc.record({
  picture: size(16_384),
  pane: size(4000),
  density: fc.constantFrom(1, 1.5, 2, 3),
});
const share = fc.double({ min: 0, max: 1, noNaN: true });
const cameras: fc.Arbitrary<Camera> = fc.record({
  zoom: fc.double({ min: 0.5, max: 12, noNaN: true }),
  x: share,
  y: share,
});
const close = (one: number, other: number) => expect(one).toBeCloseTo(other, 5);

describe('the fitted picture', () => {
  test('touches two sides of its pane and goes over none', () => {
    fc.assert(
      fc.property(views, (view) => {
        const { x, y, width, height } = placed(FITTED, view);
        close(Math.min(x, y), 0);
        expect(Math.max(width / view.pane.width, height / view.pane.height)).toBeCloseTo(1, 9);
        close(width / height, view.picture.width / view.picture.height);
      }),
    );
  });

  test('is seen whole', () => {
    fc.assert(
      fc.property(views, (view) => {
        const { x, y, width, height } = visiblePart(FITTED, view);
        for (const [value, expected] of [
          [x, 0],
          [y, 0],
          [width, 1],
          [height, 1],
        ] as const)
          close(value, expected);
      }),
    );
  });
});

test('at 100 % a pixel of the picture is one of the screen', () => {
  fc.assert(
    fc.property(views, (view) => {
      const { width } = placed({ ...FITTED, zoom: actualZoom(view) }, view);
      expect(width * view.density).toBeCloseTo(view.picture.width, 6);
    }),
  );
});

describe('a clamped camera', () => {
  test('leaves no empty room beside a picture larger than its pane, and centres a smaller one', () => {
    fc.assert(
      fc.property(cameras, views, (camera, view) => {
        const allowed = clamped(camera, view);
        const rect = placed(allowed, view);
        for (const [start, length, room] of [
          [rect.x, rect.width, view.pane.width],
          [rect.y, rect.height, view.pane.height],
        ] as const) {
          if (length > room + 1e-6) {
            expect(start).toBeLessThan(1e-6);
            expect(start + length).toBeGreaterThan(room - 1e-6);
          } else close(start + length / 2, room / 2);
        }
        expect(allowed.zoom).toBeLessThanOrEqual(largestZoom(view));
        expect(clamped(allowed, view)).toEqual(allowed);
      }),
    );
  });

  test('reaches 8 times the fitted size, and 100 %', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(clamped({ ...FITTED, zoom: 8 }, view).zoom).toBe(8);
        close(clamped({ ...FITTED, zoom: actualZoom(view) }, view).zoom, actualZoom(view));
      }),
    );
  });
});

test('zooming keeps what is under the pointer there, unless an edge is in the way', () => {
  fc.assert(
    fc.property(cameras, views, share, share, fc.double({ min: 1, max: 8, noNaN: true }), (start, view, u, v, zoom) => {
      const camera = clamped(start, view);
      const point = { x: u * view.pane.width, y: v * view.pane.height };
      const next = zoomedAt(camera, zoom, point, view);
      const under = (one: Camera) => {
        const rect = placed(one, view);
        return { x: (point.x - rect.x) / rect.width, y: (point.y - rect.y) / rect.height };
      };
      const [before, after] = [under(camera), under(next)];
      // Where clamping moved nothing, the point is exact.
      const free = placed(next, view);
      if (free.x < -1e-3 && free.x + free.width > view.pane.width + 1e-3) close(after.x, before.x);
      if (free.y < -1e-3 && free.y + free.height > view.pane.height + 1e-3) close(after.y, before.y);
      expect(next.zoom).toBeCloseTo(Math.min(Math.max(zoom, Math.min(1, actualZoom(view))), largestZoom(view)), 9);
    }),
  );
});

test('a pan moves the picture with the finger, and back again', () => {
  const view = { picture: { width: 6400, height: 5200 }, pane: { width: 390, height: 500 }, density: 3 };
  const camera = { zoom: 4, x: 0.5, y: 0.5 };
  const by = { x: 31, y: -17 };
  const moved = placed(panned(camera, by, view), view);
  const from = placed(camera, view);
  close(moved.x - from.x, 31);
  close(moved.y - from.y, -17);
});

test('what is flown to is whole and in sight, with room around it', () => {
  const part = fc
    .record({ x: share, y: share, width: fc.double({ min: 0.01, max: 0.3, noNaN: true }) })
    .map(({ x, y, width }) => ({ x: x * (1 - width), y: y * (1 - width), width, height: width }));
  fc.assert(
    fc.property(part, views, (face, view) => {
      const seen = visiblePart(showing(face, view), view);
      expect(seen.x).toBeLessThanOrEqual(face.x + 1e-9);
      expect(seen.y).toBeLessThanOrEqual(face.y + 1e-9);
      expect(seen.x + seen.width).toBeGreaterThanOrEqual(face.x + face.width - 1e-9);
      expect(seen.y + seen.height).toBeGreaterThanOrEqual(face.y + face.height - 1e-9);
    }),
  );
});

test('a face that is flown to comes clearly nearer whatever its size, with eyes and mouth in sight', () => {
  const faces = fc
    .record({ x: share, y: share, size: fc.double({ min: 0.02, max: 0.95, noNaN: true }) })
    .map(({ x, y, size }) => ({ x: x * (1 - size), y: y * (1 - size), width: size, height: size }));
  fc.assert(
    fc.property(faces, views, (face, view) => {
      const camera = showing(face, view);
      expect(camera.zoom).toBeGreaterThan(1.5);
      const seen = visiblePart(camera, view);
      for (const along of [0.2, 0.8]) {
        expect(seen.x).toBeLessThanOrEqual(face.x + face.width * along + 1e-9);
        expect(seen.x + seen.width).toBeGreaterThanOrEqual(face.x + face.width * along - 1e-9);
        expect(seen.y).toBeLessThanOrEqual(face.y + face.height * along + 1e-9);
        expect(seen.y + seen.height).toBeGreaterThanOrEqual(face.y + face.height * along - 1e-9);
      }
    }),
  );
});

test('a close-up is a square of pixels in the picture, around what it shows', () => {
  fc.assert(
    fc.property(size(9000), share, share, fc.double({ min: 0.01, max: 0.5, noNaN: true }), (picture, u, v, width) => {
      const face = { x: u * (1 - width), y: v * (1 - width), width, height: width };
      const square = closeUp(face, picture);
      close(square.width * picture.width, square.height * picture.height);
      expect(Math.min(square.x, square.y)).toBeGreaterThanOrEqual(0);
      expect(Math.max(square.x + square.width, square.y + square.height)).toBeLessThanOrEqual(1 + 1e-9);
      expect(Math.abs(square.x + square.width / 2 - face.x - face.width / 2)).toBeLessThanOrEqual(square.width / 2);
    }),
  );
});

test('a flight begins and ends where it should, and its zoom never turns back', () => {
  const zoomed = cameras.map((camera) => ({ ...camera, zoom: Math.max(1, camera.zoom) }));
  fc.assert(
    fc.property(zoomed, zoomed, share, share, (from, to, one, other) => {
      const [start, end] = [onTheWay(from, to, 0), onTheWay(from, to, 1)];
      for (const key of ['zoom', 'x', 'y'] as const) {
        close(start[key], from[key]);
        close(end[key], to[key]);
      }
      const [early, late] = [onTheWay(from, to, Math.min(one, other)), onTheWay(from, to, Math.max(one, other))];
      expect((late.zoom - early.zoom) * Math.sign(to.zoom - from.zoom)).toBeGreaterThanOrEqual(-1e-9);
    }),
  );
});
