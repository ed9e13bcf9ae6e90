/** Lines of text in any direction, as slanted boxes. */
import { type Component, componentsOf, threshold } from '../image/mask';
import { at, type Picture, type Raster } from '../image/picture';
import type { ModelStore } from '../networks/models';
import { turnedTextChance } from '../networks/textDetector';

/** PaddleOCR's thresholds for a pixel and for a word. */
const PIXEL_CHANCE = 0.3;
const WORD_CHANCE = 0.6;
/** Fewer marked pixels are no word. */
const LEAST_PIXELS = 12;
/**
 * Directions, in degrees clockwise, the picture is turned by. The network reads lines up to some 20 degrees off level.
 */
const TURNS = [38, -38];
/** The detector marks the core of a line; its letters are this many times as high. */
const LETTERS_PER_CORE = 3.2;

/** A box round a line of text, in the picture's pixels. */
export interface TextLine {
  centre: { x: number; y: number };
  /** Unit vector along the line. */
  along: { x: number; y: number };
  length: number;
  /** Height of the letters. */
  height: number;
}

/** What the detector marked as words. */
export function wordsOf(chance: Raster): Component[] {
  return componentsOf(threshold(chance, PIXEL_CHANCE)).filter(
    (component) => component.pixels.length >= LEAST_PIXELS && meanChance(component, chance) >= WORD_CHANCE,
  );
}

/**
 * Returns lines in every direction; one line may be found more than once.
 * @param chance the upright picture's, already computed
 */
export async function textLines(
  models: ModelStore,
  picture: Picture,
  { chance, checkpoint }: { chance: Raster; checkpoint: () => void },
): Promise<TextLine[]> {
  const scale = { x: picture.width / chance.width, y: picture.height / chance.height };
  const lines = linesIn(chance, (x, y) => [x * scale.x, y * scale.y]);
  for (const degrees of TURNS) {
    checkpoint();
    const turned = await turnedTextChance(models, picture, degrees);
    lines.push(...linesIn(turned.chance, turned.back));
  }
  return lines;
}

function linesIn(chance: Raster, back: (x: number, y: number) => readonly [number, number]): TextLine[] {
  return wordsOf(chance).map((word) => {
    const { x, y, angle, length, thickness } = axisOf(word, chance.width);
    const [middleX, middleY] = back(x, y);
    const [endX, endY] = back(x + Math.cos(angle), y + Math.sin(angle));
    const unit = Math.hypot(endX - middleX, endY - middleY);
    return {
      centre: { x: middleX, y: middleY },
      along: { x: (endX - middleX) / unit, y: (endY - middleY) / unit },
      length: length * unit,
      height: thickness * unit * LETTERS_PER_CORE,
    };
  });
}

function meanChance(component: Component, chance: Raster): number {
  let sum = 0;
  for (const pixel of component.pixels) sum += at(chance.data, pixel);
  return sum / component.pixels.length;
}

/** Middle, direction (radians), length and mean thickness of a group of pixels, by its second moments. */
function axisOf({ pixels }: Component, width: number) {
  const n = pixels.length;
  let [sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0];
  for (const pixel of pixels) {
    const [x, y] = [(pixel % width) + 0.5, Math.floor(pixel / width) + 0.5];
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
    syy += y * y;
  }
  const [x, y] = [sx / n, sy / n];
  const [xx, xy, yy] = [sxx / n - x * x, sxy / n - x * y, syy / n - y * y];
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const longest = (xx + yy) / 2 + Math.hypot((xx - yy) / 2, xy);
  // A bar of this length has the variance length^2 / 12.
  const length = Math.max(1, Math.sqrt(12 * longest));
  return { x, y, angle, length, thickness: n / length };
}
