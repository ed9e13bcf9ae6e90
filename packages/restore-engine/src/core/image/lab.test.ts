import { describe, expect, test } from '@jest/globals';
import { labToRgb, lightnessOf, rgbToLab, shownRgb } from './lab';

describe('CIE Lab', () => {
  test.each([0, 1, 64, 128, 200, 255])('a grey of %i survives the round trip', (grey) => {
    for (const channel of labToRgb(lightnessOf(grey), 0, 0)) expect(Math.abs(channel - grey)).toBeLessThan(0.2);
  });

  test('published values: sRGB red is L 53.24, a 80.09, b 67.20', () => {
    const [red, green, blue] = labToRgb(53.24, 80.09, 67.2);
    expect(red).toBeCloseTo(255, 0);
    expect(Math.abs(green)).toBeLessThan(1);
    expect(Math.abs(blue)).toBeLessThan(1);
  });

  test.each([
    [255, 0, 0],
    [12, 200, 90],
    [30, 60, 240],
  ])('R %i, G %i, B %i survives the round trip', (...rgb) => {
    const back = labToRgb(...rgbToLab(...rgb));
    for (const [i, channel] of rgb.entries()) expect(back[i]).toBeCloseTo(channel, 0);
  });

  test('a colour outside sRGB keeps lightness and hue and loses chroma', () => {
    const [lightness, a, b] = rgbToLab(...shownRgb(90, 60, -80));
    expect(lightness).toBeCloseTo(90, 0);
    expect(Math.atan2(b, a)).toBeCloseTo(Math.atan2(-80, 60), 1);
    expect(Math.hypot(a, b)).toBeGreaterThan(10);
    expect(Math.hypot(a, b)).toBeLessThan(40);
  });
});
