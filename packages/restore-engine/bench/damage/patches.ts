/** Damage that covers areas: specks, chips, foxing, silvering, tape, torn sides. Lengths are in thousandths (`unit`). */
import { blend, light, type Point, type Print, paint, shade, stain, type Tone } from './print';
import type { Chance, Cloud } from './random';

const anywhere = (print: Print, chance: Chance): Point => ({
  x: chance.between(0, print.width),
  y: chance.between(0, print.height),
});

interface Blob {
  center: Point;
  /** Pixels. */
  radius: number;
  /** How far its outline strays from a circle, as a part of the radius. */
  torn: number;
  cloud: Cloud;
}

/** Visits the pixels nearer to an uneven outline than `reach`; `inside` is pixels within it, negative outside. */
function overBlob(
  { width, height }: Print,
  { center, radius, torn, cloud }: Blob,
  reach: number,
  visit: (x: number, y: number, inside: number) => void,
): void {
  const far = radius * (1 + 1.6 * torn) + reach;
  for (let y = Math.max(0, Math.floor(center.y - far)); y <= Math.min(height - 1, center.y + far); y++) {
    for (let x = Math.max(0, Math.floor(center.x - far)); x <= Math.min(width - 1, center.x + far); x++) {
      const distance = Math.hypot(x - center.x, y - center.y);
      const inside = radius * (1 + 1.6 * torn * cloud(x, y, Math.max(3, 0.8 * radius), 3)) - distance;
      if (inside > -reach) visit(x, y, inside);
    }
  }
}

/** Dust and dirt, in drifts. */
export function specks(print: Print, chance: Chance): void {
  const drifts = Array.from({ length: 4 }, () => anywhere(print, chance));
  for (let left = chance.count(70, 130); left > 0; left--) {
    const drift = chance.happens(0.5) ? drifts[chance.count(0, 3)] : undefined;
    const spread = 70 * print.unit;
    const center = drift
      ? { x: drift.x + chance.bell() * spread, y: drift.y + chance.bell() * spread }
      : anywhere(print, chance);
    const tone = chance.happens(0.62) ? shade(print.paper, chance.between(-20, 6)) : shade(print.black, 15);
    // Many small ones, few large ones.
    const radius = Math.max(0.7, (0.7 + 2.6 * chance.between(0, 1) ** 2.5) * print.unit);
    const cover = chance.between(0.55, 1);
    overBlob(print, { center, radius, torn: 0.5, cloud: chance.cloud() }, 1, (x, y, inside) => {
      paint(print, x, y, cover * Math.min(1, inside + 0.5), tone);
    });
  }
}

/** Flakes of emulsion gone, up to 3 % of the width across: paper, a pale torn layer round it, a shadow at the rim. */
export function chips(print: Print, chance: Chance): void {
  const most = 0.03 * print.width;
  const line = { x: chance.between(0.25, 0.75) * print.width, y: chance.between(0.25, 0.75) * print.height };
  const direction = chance.between(0, Math.PI);
  for (let left = chance.count(14, 24); left > 0; left--) {
    // Half of them lie along a line, where the print was bent.
    const far = chance.between(-260, 260) * print.unit;
    const center = chance.happens(0.5)
      ? { x: line.x + Math.cos(direction) * far + chance.bell() * 5, y: line.y + Math.sin(direction) * far }
      : anywhere(print, chance);
    const torn = 0.45;
    const across = Math.max(5 * print.unit, most * chance.between(0.22, 1));
    drawChip(print, chance, { center, radius: across / 2 / (1 + torn), torn, cloud: chance.cloud() });
  }
}

function drawChip(print: Print, chance: Chance, blob: Blob): void {
  const { unit } = print;
  const [paper, baryta] = [shade(print.paper, chance.between(-32, -4)), shade(print.paper, 6)];
  const layer = chance.between(0.6, 2.4) * unit;
  const grain = chance.cloud();
  overBlob(print, blob, 4 * unit, (x, y, inside) => {
    const lit = (x - blob.center.x + y - blob.center.y) / (1.5 * blob.radius);
    if (inside < 0) light(print, x, y, -22 * Math.max(-0.35, lit) * Math.exp(inside / (1.4 * unit)));
    const texture = 20 * grain(x, y, 6 * unit, 4) + 6 * grain(x, y, 2, 1);
    const tone = inside < layer ? baryta : shade(paper, texture - 6 * Math.max(0, lit));
    paint(print, x, y, Math.min(1, inside + 0.5), tone);
  });
}

/** Rust-brown spots, in swarms, darker in the middle; some have a rim. */
export function foxing(print: Print, chance: Chance): void {
  const swarms = Array.from({ length: 3 }, () => anywhere(print, chance));
  for (let left = chance.count(25, 55); left > 0; left--) {
    const swarm = swarms[chance.count(0, 2)] ?? anywhere(print, chance);
    const spread = 130 * print.unit;
    const center = { x: swarm.x + chance.bell() * spread, y: swarm.y + chance.bell() * spread };
    const radius = (2 + 12 * chance.between(0, 1) ** 2) * print.unit;
    const [strength, rim] = [chance.between(0.35, 0.95), chance.happens(0.25)];
    overBlob(print, { center, radius, torn: 0.35, cloud: chance.cloud() }, radius, (x, y, inside) => {
      const soft = 1 / (1 + Math.exp((-3.2 * inside) / radius));
      const edge = rim ? 0.4 * Math.exp(-((inside / (0.18 * radius)) ** 2)) : 0;
      stain(print, x, y, { share: strength * soft + edge, tint: [0.82, 0.68, 0.5] });
    });
  }
}

/** Silver come to the surface: the darks at the sides turn to a bluish mirror. */
export function silvering(print: Print, chance: Chance): void {
  const { width, height, pixels } = print;
  const cloud = chance.cloud();
  const [reach, strength] = [chance.between(0.06, 0.14) * Math.min(width, height), chance.between(0.35, 0.65)];
  const mirror: Tone = [168, 178, 194];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const side = Math.min(x, y, width - 1 - x, height - 1 - y);
      const near = 1 - (side + 0.6 * reach * cloud(x, y, reach, 4)) / reach;
      if (near <= 0) continue;
      const dark = 1 - (pixels.data[(y * width + x) * 3 + 1] ?? 0) / 255;
      paint(print, x, y, strength * Math.min(1, near * 1.6) * dark * dark, mirror);
    }
  }
}

/** A strip of old adhesive tape: yellow, glossy in streaks, its edges dirty, a part of it gone. */
export function tape(print: Print, chance: Chance): void {
  const { width, height, unit } = print;
  const center = anywhere(print, chance);
  const direction = chance.between(0, Math.PI);
  const [half, long] = [chance.between(14, 28) * unit, chance.between(110, 300) * unit];
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  const cloud = chance.cloud();
  const share = chance.between(0.55, 1);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const along = (x - center.x) * cos + (y - center.y) * sin;
      const across = (y - center.y) * cos - (x - center.x) * sin;
      const inside = Math.min(
        half - Math.abs(across),
        long - Math.abs(along) + 3 * unit * cloud(across, 0, 5 * unit, 2),
      );
      if (inside < -1) continue;
      const cover = Math.min(1, inside + 1) * (cloud(x, y, 60 * unit, 3) < -0.55 ? 0.25 : 1);
      stain(print, x, y, { share: share * cover, tint: [0.96, 0.83, 0.56] });
      if (inside < 2 * unit) stain(print, x, y, { share: 0.5 * cover, tint: [0.6, 0.52, 0.4] });
      light(print, x, y, 16 * cover * Math.max(0, cloud(along * 0.2, across, 5 * unit, 2)));
    }
  }
}

/** One or two sides torn: a bite out of the print down to a scanner's lid, fibres of paper along it. */
export function tornEdges(print: Print, chance: Chance): void {
  const { width, height, unit } = print;
  const lid: Tone = chance.happens(0.7) ? [246, 246, 246] : [20, 20, 22];
  for (let left = chance.count(1, 2); left > 0; left--) {
    const [flip, upright] = [chance.happens(0.5), chance.happens(0.5)];
    const [span, depthOf] = upright ? [height, width] : [width, height];
    const [middle, reach] = [chance.between(0.1, 0.9) * span, chance.between(0.06, 0.2) * span];
    const depth = chance.between(0.02, 0.07) * depthOf;
    const [cloud, fibre] = [chance.cloud(), chance.between(2, 6) * unit];
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const along = upright ? y : x;
        const plain = upright ? x : y;
        const deep = flip ? depthOf - 1 - plain : plain;
        const bite = 1 - ((along - middle) / reach) ** 2;
        const outside = depth * bite * (1 + 0.35 * cloud(along, 0, 60 * unit, 4)) - deep;
        const rim = outside + fibre * (0.6 + 0.6 * cloud(along, deep, 12 * unit, 3));
        paint(print, x, y, Math.min(1, rim), blend(print.paper, shade(print.paper, 14), cloud(x, y, 4 * unit, 2)));
        paint(print, x, y, Math.min(1, outside), lid);
      }
    }
  }
}
