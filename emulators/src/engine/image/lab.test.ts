import { describe, expect, test } from '@jest/globals';
import { labToRgb, lightnessOf } from './lab';

describe('CIE Lab', () => {
  test.each([0, 1, 64, 128, 200, 255])('a grey of %i comes back', (grey) => {
    for (const channel of labToRgb(lightnessOf(grey), 0, 0)) expect(Math.abs(channel - grey)).toBeLessThan(0.2);
  });

  test('published values: sRGB red is L 53.24, a 80.09, b 67.20', () => {
    const [red, green, blue] = labToRgb(53.24, 80.09, 67.2);
    expect(red).toBeCloseTo(255, 0);
    expect(Math.abs(green)).toBeLessThan(1);
    expect(Math.abs(blue)).toBeLessThan(1);
  });
});
