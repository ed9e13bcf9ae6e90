import { describe, expect, test } from '@jest/globals';
import { dark, light, overPhoto, type Scheme } from './tokens';

/** Relative luminance and contrast ratio: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r, g, b] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [bright, dim] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

const TEXT_AA = 4.5;
const CONTROL_AA = 3;

describe.each([
  ['light', light],
  ['dark', dark],
] as [string, Scheme][])('%s scheme', (_name, scheme) => {
  const grounds = ['paper', 'surface', 'sunken', 'accentWash'] as const;

  test.each(grounds)('text is readable on %s', (ground) => {
    for (const ink of ['ink', 'inkQuiet', 'accent', 'error'] as const) {
      expect({ ink, ratio: contrast(scheme[ink], scheme[ground]) >= TEXT_AA }).toEqual({ ink, ratio: true });
    }
  });

  test('text is readable on the accent and on the error colour', () => {
    expect(contrast(scheme.onAccent, scheme.accent)).toBeGreaterThanOrEqual(TEXT_AA);
    expect(contrast(scheme.onAccent, scheme.accentStrong)).toBeGreaterThanOrEqual(TEXT_AA);
    expect(contrast(scheme.onError, scheme.error)).toBeGreaterThanOrEqual(TEXT_AA);
    expect(contrast(scheme.paper, scheme.ink)).toBeGreaterThanOrEqual(TEXT_AA);
  });

  test('edges of controls are visible', () => {
    expect(contrast(scheme.edge, scheme.paper)).toBeGreaterThanOrEqual(CONTROL_AA);
    expect(contrast(scheme.edge, scheme.surface)).toBeGreaterThanOrEqual(CONTROL_AA);
  });
});

test('labels are readable over the brightest photograph', () => {
  const [r, g, b, alpha] = overPhoto.veil.match(/[\d.]+/g)!.map(Number) as [number, number, number, number];
  const overWhite = [r, g, b].map((c) => Math.round(c * alpha + 255 * (1 - alpha)));
  const ground = `#${overWhite.map((c) => c.toString(16).padStart(2, '0')).join('')}`;
  expect(contrast(overPhoto.ink, ground)).toBeGreaterThanOrEqual(TEXT_AA);
});
