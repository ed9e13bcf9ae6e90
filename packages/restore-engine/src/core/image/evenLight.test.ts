import { expect, test } from '@jest/globals';
import { reviveTone } from '../pipelines/reviveTone';
import { evenLight } from './evenLight';
import { byteAt, createPicture, type Picture } from './picture';
import { liftFading } from './tone';

const SIDE = 120;
const GLARE = { x: 30, y: 40, sigma: 36, strongest: 70 };

/** A faded print of small checks, dark grey and light grey all over. */
function print(): Picture {
  const picture = createPicture(SIDE, SIDE);
  for (let i = 0; i < picture.data.length; i++) {
    const [x, y] = [Math.floor(i / 3) % SIDE, Math.floor(i / 3 / SIDE)];
    picture.data[i] = (x + y) % 4 < 2 ? 70 : 170;
  }
  return picture;
}

/** Light that lies over it; in its middle nothing else is seen. */
function glaring(picture: Picture): Picture {
  const data = picture.data.map((value, i) => {
    const [x, y] = [Math.floor(i / 3) % SIDE, Math.floor(i / 3 / SIDE)];
    const distance = Math.hypot(x - GLARE.x, y - GLARE.y);
    if (distance < 3) return 250;
    const light = GLARE.strongest * Math.exp(-(distance ** 2) / (2 * GLARE.sigma ** 2));
    return 255 - (255 - value) * (1 - light / 255);
  });
  return { ...picture, data };
}

function darkestNear({ data }: Picture, x: number, y: number): number {
  const around: number[] = [];
  for (let dy = -6; dy <= 6; dy++) for (let dx = -6; dx <= 6; dx++) around.push(((y + dy) * SIDE + x + dx) * 3);
  return Math.min(...around.map((i) => byteAt(data, i)));
}
/** How much lighter the dark checks are beside the middle of the glare than far from it, in grey levels. */
const glareIn = (picture: Picture) => darkestNear(picture, GLARE.x + 8, GLARE.y) - darkestNear(picture, 105, 105);

test('more of the light goes, the larger the share', () => {
  const snapshot = glaring(print());
  const left = [0, 0.3, 0.6].map((share) => glareIn(evenLight(snapshot, share)));
  expect(left[0]).toBe(glareIn(snapshot));
  expect(left[1]).toBeLessThan(glareIn(snapshot) * 0.95);
  expect(left[2]).toBeLessThan(glareIn(snapshot) * 0.85);
});

test('what is blown out stays, and so does a print in even light', () => {
  const middle = (GLARE.y * SIDE + GLARE.x) * 3;
  expect(byteAt(evenLight(glaring(print()), 1).data, middle)).toBe(250);
  expect(evenLight(print(), 0.6).data).toEqual(print().data);
});

test('a bright thing is no light', () => {
  const picture = print();
  for (let y = 60; y < 90; y++) picture.data.fill(200, (y * SIDE + 50) * 3, (y * SIDE + 80) * 3);
  const evened = evenLight(picture, 0.6);
  expect(byteAt(evened.data, (75 * SIDE + 65) * 3)).toBeGreaterThan(190);
});

test('contrast that comes back to a faded print adds little to its glare', () => {
  const snapshot = glaring(print());
  const [lifted, alone] = [reviveTone(snapshot, true), liftFading(snapshot)];
  expect(darkestNear(lifted, 105, 105)).toBeLessThan(45);
  expect(glareIn(alone)).toBeGreaterThan(glareIn(snapshot) * 1.2);
  expect(glareIn(lifted)).toBeLessThan(glareIn(alone) * 0.9);
});
