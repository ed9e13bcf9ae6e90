/** Words as SVG paths: a machine without fonts draws them all the same. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'opentype.js';

const FILES = { sans: 'DejaVuSans-Bold', mono: 'DejaVuSansMono-Bold', serif: 'DejaVuSerif' } as const;
const require = createRequire(import.meta.url);
// Its main file is one that Node's `import` finds no names in.
const { parse } = require('opentype.js') as typeof import('opentype.js');
const fonts = new Map<keyof typeof FILES, Font>();

function fontOf(face: keyof typeof FILES): Font {
  const known = fonts.get(face);
  if (known) return known;
  const bytes = readFileSync(require.resolve(`dejavu-fonts-ttf/ttf/${FILES[face]}.ttf`));
  const font = parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  fonts.set(face, font);
  return font;
}

export interface Lettering {
  /** Where the baseline starts, or has its middle, in pixels. */
  x: number;
  y: number;
  /** The font's size in pixels. */
  size: number;
  /** Sans and mono are bold, serif is regular. */
  face?: keyof typeof FILES;
  anchor?: 'start' | 'middle';
  /** SVG attributes: fill, stroke, opacity. */
  paint: string;
}

/** opentype.js 2.0.0 rounds 168.00000000000003 to NaN, where the outline would end. */
const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** An SVG `<path>` of a line of text, letter by letter: opentype.js cannot apply all of these fonts' ligature rules. */
export function letters(text: string, { x, y, size, face = 'sans', anchor = 'start', paint }: Lettering): string {
  const font = fontOf(face);
  const scale = size / font.unitsPerEm;
  const glyphs = [...text].map((letter) => font.charToGlyph(letter));
  const width = glyphs.reduce((sum, glyph) => sum + (glyph.advanceWidth ?? 0) * scale, 0);
  let left = anchor === 'middle' ? x - width / 2 : x;
  const outlines = glyphs.map((glyph) => {
    const outline = glyph.getPath(hundredths(left), hundredths(y), size).toPathData(2);
    left += (glyph.advanceWidth ?? 0) * scale;
    return outline;
  });
  return `<path d="${outlines.join('')}" ${paint}/>`;
}
