/** Damage that runs along lines: scratches, folds, hairs, cracks, handwriting. Lengths are in thousandths (`unit`). */
import { alongLine, blend, lengthOf, light, type Point, type Print, paint, shade, type Tone } from './print';
import type { Chance } from './random';

/** A rigid thing drawn across the print: nearly straight, at most slightly bowed. */
function strokeLine(print: Print, chance: Chance, { least, most }: { least: number; most: number }): Point[] {
  const start = { x: chance.between(0, print.width), y: chance.between(0, print.height) };
  const direction = chance.between(0, 2 * Math.PI);
  const length = chance.between(least, most) * print.unit;
  const bow = chance.bell() * 0.02 * length;
  const steps = Math.max(2, Math.round(length / (6 * print.unit)));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const share = i / steps;
    const across = bow * 4 * share * (1 - share);
    return {
      x: start.x + Math.cos(direction) * length * share - Math.sin(direction) * across,
      y: start.y + Math.sin(direction) * length * share + Math.cos(direction) * across,
    };
  });
}

/** A thin line that lifts off in places and thins out at both ends. */
function drawThin(
  print: Print,
  chance: Chance,
  line: Point[],
  how: { width: number; cover: number; tone: Tone },
): void {
  const [cloud, length] = [chance.cloud(), lengthOf(line)];
  const gaps = chance.between(-0.9, -0.25);
  const half = Math.max(0.4, (how.width * print.unit) / 2);
  alongLine(print, line, half * 1.4 + 1, ({ x, y, off, along }) => {
    const pressure = cloud(along, 0, 90 * print.unit);
    if (pressure < gaps) return;
    const taper = Math.min(1, along / (0.12 * length), (length - along) / (0.12 * length));
    const reach = half * (0.45 + 0.55 * taper) * (1 + 0.35 * cloud(along, 40, 18 * print.unit));
    const edge = Math.max(0, Math.min(1, reach + 0.5 - Math.abs(off)));
    paint(print, x, y, edge * how.cover * (0.75 + 0.25 * taper) * (1 + 0.25 * pressure), how.tone);
  });
}

function drawScratches(print: Print, chance: Chance, toneOf: () => Tone): void {
  for (let left = chance.count(7, 11); left > 0; left--) {
    const line = strokeLine(print, chance, { least: 90, most: 620 });
    // A dragged grain of sand leaves one line, a rough surface a few beside each other.
    const strands = chance.happens(0.3) ? chance.count(2, 4) : 1;
    const tone = toneOf();
    for (let strand = 0; strand < strands; strand++) {
      const shift = strand === 0 ? 0 : chance.bell() * 9 * print.unit;
      const beside = line.map(({ x, y }) => ({ x: x + shift, y: y - shift * 0.6 }));
      drawThin(print, chance, beside, { width: chance.between(0.7, 2.2), cover: chance.between(0.55, 1), tone });
    }
  }
}

/** Emulsion scraped off: the paper shows. */
export function thinWhite(print: Print, chance: Chance): void {
  drawScratches(print, chance, () => shade(print.paper, chance.between(-25, 8)));
}

/** Dirt in a scratch, or a scratched negative printed: dark lines. */
export function thinDark(print: Print, chance: Chance): void {
  drawScratches(print, chance, () => shade(print.black, chance.between(0, 45)));
}

/** Across the whole print: one flank in the light, the other in shadow, the ridge worn off in flakes or dirty. */
export function folds(print: Print, chance: Chance): void {
  for (let left = chance.count(1, 2); left > 0; left--) {
    const line = foldLine(print, chance);
    const cloud = chance.cloud();
    const [flank, ridge] = [chance.between(3.5, 7.5) * print.unit, chance.between(1.2, 3.4) * print.unit];
    const relief = chance.between(18, 44) * chance.sign();
    const worn = chance.between(-0.35, 0.15);
    alongLine(print, line, flank * 3.2, ({ x, y, off, along }) => {
      const bend = 0.75 + 0.25 * cloud(along, 7, 160 * print.unit);
      light(print, x, y, relief * bend * (off / flank) * Math.exp(0.5 - (off * off) / (2 * flank * flank)));
      const wear = cloud(along, off * 0.6, 26 * print.unit, 4) - worn;
      const half = (ridge / 2) * (0.6 + Math.min(1, Math.max(0, wear) * 2.4));
      const edge = half + 0.5 - Math.abs(off) + 0.8 * cloud(x, y, 3 * print.unit, 2);
      if (wear > 0) paint(print, x, y, Math.min(1, edge), shade(print.paper, 9 * cloud(x, y, 5, 2)));
      else if (Math.abs(off) < 1.6) paint(print, x, y, 0.5 * (1.6 - Math.abs(off)), print.black);
    });
  }
}

function foldLine(print: Print, chance: Chance): Point[] {
  const { width, height, unit } = print;
  const upright = chance.happens(0.5);
  const [span, side] = upright ? [height, width] : [width, height];
  const start = chance.between(0.18, 0.82) * side;
  const end = start + chance.bell() * 0.12 * side;
  const cloud = chance.cloud();
  const steps = Math.ceil(span / (8 * unit));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const share = i / steps;
    const across = start + (end - start) * share + 3 * unit * cloud(i * 8, 0, 120);
    return upright ? { x: across, y: share * span } : { x: share * span, y: across };
  });
}

/** Hairs and fibres that lay on the glass: thin, curled, ending as thick as they began. */
export function hairs(print: Print, chance: Chance): void {
  for (let left = chance.count(4, 8); left > 0; left--) {
    const steps = chance.count(10, 34);
    let [x, y] = [chance.between(0, print.width), chance.between(0, print.height)];
    let [direction, turn] = [chance.between(0, 2 * Math.PI), chance.bell() * 0.12];
    const line = Array.from({ length: steps }, () => {
      turn += chance.bell() * 0.05;
      direction += turn;
      x += Math.cos(direction) * 3.2 * print.unit;
      y += Math.sin(direction) * 3.2 * print.unit;
      return { x, y };
    });
    const tone = chance.happens(0.5) ? shade(print.paper, -10) : shade(print.black, chance.between(0, 30));
    const half = Math.max(0.4, chance.between(0.45, 0.85) * print.unit);
    const cover = chance.between(0.5, 0.95);
    alongLine(print, line, half + 1, (place) => {
      paint(print, place.x, place.y, cover * Math.min(1, half + 0.5 - Math.abs(place.off)), tone);
    });
  }
}

interface Crack {
  line: Point[];
  /** Pixels, at its beginning and its end. */
  from: number;
  to: number;
}

/** Cracked emulsion: light, 4 to 9 thousandths wide, jagged, branching, with fibres and dirt inside and a lit rim. */
export function wideCracks(print: Print, chance: Chance): void {
  for (let left = chance.count(2, 3); left > 0; left--) {
    const crack = trunk(print, chance);
    for (const branch of [crack, ...branchesOf(print, chance, crack, 2)]) drawCrack(print, chance, branch);
  }
}

function trunk(print: Print, chance: Chance): Crack {
  const inset = () => chance.between(0.12, 0.88);
  const start = { x: inset() * print.width, y: inset() * print.height };
  const toMiddle = Math.atan2(print.height / 2 - start.y, print.width / 2 - start.x);
  const line = jaggedLine(print, chance, start, toMiddle + chance.bell() * 0.5, chance.between(240, 640));
  const width = chance.between(4.5, 9) * print.unit;
  return { line, from: width, to: Math.max(4 * print.unit, width * 0.7) };
}

function jaggedLine(print: Print, chance: Chance, start: Point, towards: number, length: number): Point[] {
  const line = [start];
  let [{ x, y }, direction, left] = [start, towards, length * print.unit];
  while (left > 0) {
    const step = chance.between(5, 17) * print.unit;
    // Cracks turn sharply, but come back to where they were heading.
    direction += chance.bell() * 0.34 + (towards - direction) * 0.3;
    x += Math.cos(direction) * step;
    y += Math.sin(direction) * step;
    left -= step;
    line.push({ x, y });
  }
  return line;
}

function branchesOf(print: Print, chance: Chance, { line, from, to }: Crack, depth: number): Crack[] {
  if (depth === 0) return [];
  const found: Crack[] = [];
  for (let left = chance.count(1, 3); left > 0; left--) {
    const nth = chance.count(2, Math.max(2, line.length - 3));
    const [root, next] = [line[nth], line[nth + 1]];
    if (!root || !next) continue;
    const direction = Math.atan2(next.y - root.y, next.x - root.x) + chance.sign() * chance.between(0.45, 1.2);
    const width = (from + (to - from) * (nth / line.length)) * chance.between(0.65, 0.95);
    const branch = {
      line: jaggedLine(print, chance, root, direction, chance.between(60, 230)),
      from: Math.max(4 * print.unit, width),
      to: Math.max(2.5 * print.unit, width * 0.5),
    };
    found.push(branch, ...branchesOf(print, chance, branch, depth - 1));
  }
  return found;
}

function drawCrack(print: Print, chance: Chance, { line, from, to }: Crack): void {
  const [cloud, length, { unit }] = [chance.cloud(), lengthOf(line), print];
  const fill = shade(print.paper, chance.between(-30, 4));
  const dirt = blend(print.paper, print.black, 0.55);
  const dirty = chance.between(0.25, 0.6);
  alongLine(print, line, from / 2 + 4 * unit, ({ x, y, off, along }) => {
    const share = along / length;
    const tip = Math.min(1, (length - along) / (14 * unit) + 0.15);
    const half = ((from + (to - from) * share) / 2) * tip * (1 + 0.45 * cloud(along, Math.sign(off) * 50, 15 * unit));
    const inside = half - Math.abs(off) + 1.1 * unit * cloud(x, y, 4 * unit, 2);
    // Light from the upper left: one rim casts a shadow into the sound print, the other stands up in the light.
    const rim = Math.exp(-Math.max(0, -inside) / (1.3 * unit));
    if (inside < 0) light(print, x, y, (off > 0 ? -26 : 13) * rim * tip);
    const fibres = 24 * cloud(x * 1.6 + y * 0.4, y, 5 * unit, 3);
    const spot = Math.max(0, cloud(x, y, 22 * unit, 3) - 1 + dirty) * 1.5;
    paint(print, x, y, Math.min(1, inside + 0.5), blend(shade(fill, fibres), dirt, Math.min(0.7, spot)));
  });
}

/** A few words across the print in ballpoint or pencil. */
export function writing(print: Print, chance: Chance): void {
  const { unit } = print;
  const ink: Tone = chance.happens(0.6) ? [38, 48, 112] : [52, 50, 54];
  const slope = chance.bell() * 0.06;
  const [height, left] = [chance.between(28, 52) * unit, chance.between(0.06, 0.3) * print.width];
  const base = chance.between(0.15, 0.9) * print.height;
  const half = Math.max(0.5, chance.between(0.9, 1.7) * unit);
  const cloud = chance.cloud();
  for (let [word, x] = [chance.count(2, 3), left]; word > 0; word--) {
    const letters = chance.count(4, 8);
    const line: Point[] = [];
    // A running hand: loops of changing height.
    for (let i = 0; i < letters * 12; i++) {
      const tall = 0.55 + 0.45 * cloud(i, word * 31, 9, 2);
      const turn = (i / 12) * 2 * Math.PI;
      x += (height * 0.045 * (1.3 + Math.cos(turn * 2))) / 1.3;
      line.push({
        x: x + 0.25 * height * Math.sin(turn),
        y: base + slope * x - height * tall * (0.5 - 0.5 * Math.cos(turn)),
      });
    }
    const cover = chance.between(0.6, 0.9);
    alongLine(print, line, half + 1, (place) => {
      const pressed = 0.8 + 0.3 * cloud(place.along, 9, 20 * unit, 2);
      paint(print, place.x, place.y, cover * pressed * Math.min(1, half + 0.5 - Math.abs(place.off)), ink);
    });
    x += height * 1.2;
  }
}
