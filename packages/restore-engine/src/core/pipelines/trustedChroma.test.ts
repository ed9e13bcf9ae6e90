import { describe, expect, test } from '@jest/globals';
import { at, createRaster, type Raster, type Rect } from '../image/picture';
import { trustedChroma } from './trustedChroma';

const SIDE = 64;
const COAT: Rect = { left: 12, top: 40, width: 40, height: 24 };
const FACE: Rect = { left: 24, top: 14, width: 14, height: 18 };

/** Chroma of 30 everywhere, towards red. */
function vivid(): Raster {
  const chroma = createRaster(SIDE, SIDE, 2);
  for (let i = 0; i < chroma.data.length; i += 2) chroma.data[i] = 30;
  return chroma;
}

function even(lightness: number): Raster {
  const out = createRaster(SIDE, SIDE, 1);
  out.data.fill(lightness);
  return out;
}

/** A sitter before a cloth: an even ground, a brighter face, a coat of folds. */
function portrait(ground: number): Raster {
  const out = even(ground);
  paint(out, FACE, () => ground + 25);
  paint(out, COAT, (x) => (x % 4 < 2 ? ground - 12 : ground + 12));
  return out;
}

function paint(raster: Raster, { left, top, width, height }: Rect, value: (x: number) => number): void {
  for (let y = top; y < top + height; y++) {
    for (let x = left; x < left + width; x++) raster.data[y * SIDE + x] = value(x);
  }
}

const chromaAt = (chroma: Raster, x: number, y: number) =>
  Math.hypot(at(chroma.data, (y * SIDE + x) * 2), at(chroma.data, (y * SIDE + x) * 2 + 1));
const inTheMiddle = (lightness: number) => chromaAt(trustedChroma(vivid(), even(lightness), []), 32, 32);

describe('how far a colour is trusted', () => {
  test('falls towards black and towards white', () => {
    const [black, dark, middle, bright, white] = [2, 25, 55, 90, 100].map(inTheMiddle) as [number, ...number[]];
    expect(dark).toBeGreaterThan(black);
    expect(middle).toBeGreaterThan(1.1 * (dark ?? 0));
    expect(middle).toBeGreaterThan(1.5 * (bright ?? 0));
    expect(bright).toBeGreaterThan(white ?? 0);
  });

  test('changes smoothly', () => {
    for (let lightness = 0; lightness < 100; lightness += 0.5) {
      expect(Math.abs(inTheMiddle(lightness + 0.5) - inTheMiddle(lightness))).toBeLessThan(1.5);
    }
  });

  test('is lower for more vivid colours', () => {
    const [pale, vividOne] = [10, 60].map((a) => {
      const chroma = createRaster(1, 1, 2);
      chroma.data.set([a, 0]);
      return at(trustedChroma(chroma, { width: 1, height: 1, channels: 1, data: Float32Array.of(60) }, []).data, 0) / a;
    }) as [number, number];
    expect(pale).toBeGreaterThan(1.3 * vividOne);
  });

  test('never changes a hue', () => {
    const chroma = createRaster(1, 1, 2);
    chroma.data.set([-12, 16]);
    const out = trustedChroma(chroma, { ...even(70), width: 1, height: 1, data: Float32Array.of(70) }, []);
    expect(at(out.data, 1) / at(out.data, 0)).toBeCloseTo(-16 / 12, 5);
  });
});

describe("a portrait's backdrop", () => {
  const coloured = trustedChroma(vivid(), portrait(55), [FACE]);

  test('loses chroma up to the edges of the person, whose face and clothes keep theirs', () => {
    expect(chromaAt(coloured, 4, 4)).toBeLessThan(12);
    expect(chromaAt(coloured, 10, 25)).toBeLessThan(12);
    expect(chromaAt(coloured, 31, 23)).toBeGreaterThan(28);
    expect(chromaAt(coloured, 32, 54)).toBeGreaterThan(20);
  });

  test('ends where the network’s colour changes, even at equal brightness: hair', () => {
    const hair: Rect = { left: 16, top: 0, width: 32, height: 14 };
    const lightness = portrait(55);
    paint(lightness, hair, (x) => 55 + 3 * Math.abs((x % 16) - 8));
    const [alike, brown] = [vivid(), vivid()];
    for (let i = 0; i < hair.height * SIDE; i++) {
      if (i % SIDE >= hair.left && i % SIDE < hair.left + hair.width) brown.data.set([5, 28], i * 2);
    }
    const inTheHair = (chroma: Raster) => chromaAt(trustedChroma(chroma, lightness, [FACE]), 32, 6);
    expect(inTheHair(brown)).toBeGreaterThan(25);
    expect(inTheHair(alike)).toBeLessThan(15);
  });

  test('has no seam around the head', () => {
    expect(chromaAt(coloured, FACE.left - 2, 23)).toBeLessThan(16);
  });

  test('lowers the trust in dark colours (black cloth) below that in a landscape', () => {
    const dark = portrait(18);
    const [sitter, landscape] = [[FACE], []].map((faces) => trustedChroma(vivid(), dark, faces)) as [Raster, Raster];
    expect(chromaAt(sitter, 32, 54)).toBeLessThan(0.7 * chromaAt(landscape, 32, 54));
  });

  test('keeps a pale colour', () => {
    const pale = vivid();
    pale.data.set(pale.data.map((value) => value / 10));
    expect(chromaAt(trustedChroma(pale, portrait(55), [FACE]), 4, 4)).toBeGreaterThan(3);
  });

  test('without a large face it counts as sky and keeps its blue', () => {
    const tiny = { ...FACE, width: 3, height: 4 };
    for (const faces of [[], [tiny]]) {
      expect(chromaAt(trustedChroma(vivid(), portrait(55), faces), 4, 4)).toBeGreaterThan(28);
    }
  });
});
