import type { OutputFormat } from '@heirlight/restore-engine';
import sharp from 'sharp';
import type { Box, Habit } from './habit';
import { asSharp, moved, type Pixels, randomOf, sample, toPixels } from './pixels';

type Of<Kind extends Habit['kind']> = Extract<Habit, { kind: Kind }>;
type Made = Pixels | Promise<Pixels>;

/** In pixels. */
type Size = Pick<Pixels, 'width' | 'height'>;
/** Where a pixel (a whole number is the middle of one) of the changed picture is from; null where from nowhere. */
type From = (x: number, y: number) => readonly [number, number] | null;

/** Sides are multiples of this, px. */
const STEP_PX = 32;
const [NARROWEST, WIDEST] = [3 / 7, 7 / 3];
/** Waves along the long side of a warp. */
const WAVES = 2;

const longSide = ({ width, height }: Size) => Math.max(width, height);
const stepped = (side: number) => Math.max(STEP_PX, Math.round(side / STEP_PX) * STEP_PX);

/** What of a picture is kept, and the size it is squeezed to. */
function megapixelCut({ width, height }: Size, { pixels }: Of<'megapixel'>) {
  const ratio = Math.min(WIDEST, Math.max(NARROWEST, width / height));
  const [cutWidth, cutHeight] = [
    Math.min(width, Math.round(height * ratio)),
    Math.min(height, Math.round(width / ratio)),
  ];
  const cut = {
    left: Math.floor((width - cutWidth) / 2),
    top: Math.floor((height - cutHeight) / 2),
    width: cutWidth,
    height: cutHeight,
  };
  const to = { width: stepped(Math.sqrt(pixels * ratio)), height: stepped(Math.sqrt(pixels / ratio)) };
  return { cut, to };
}

function megapixel(picture: Pixels, habit: Of<'megapixel'>): Made {
  const { cut, to } = megapixelCut(picture, habit);
  // libvips enlarges off by half a pixel.
  if (to.width > cut.width || to.height > cut.height) return moved(picture, megapixelFrom(picture, habit), to);
  return toPixels(asSharp(picture).extract(cut).resize(to.width, to.height, { fit: 'fill', kernel: 'lanczos3' }));
}

function megapixelFrom(picture: Size, habit: Of<'megapixel'>): From {
  const { cut, to } = megapixelCut(picture, habit);
  return (x, y) => [
    cut.left + ((x + 0.5) * cut.width) / to.width - 0.5,
    cut.top + ((y + 0.5) * cut.height) / to.height - 0.5,
  ];
}

function moveFrom(picture: Size, { zoom, x, y, degrees }: Of<'move'>): From {
  const [middleX, middleY] = [(picture.width - 1) / 2, (picture.height - 1) / 2];
  const [shiftX, shiftY] = [x * longSide(picture), y * longSide(picture)];
  const angle = (-degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) / zoom, Math.sin(angle) / zoom];
  return (column, row) => {
    const [dx, dy] = [column - shiftX - middleX, row - shiftY - middleY];
    return [middleX + cos * dx - sin * dy, middleY + sin * dx + cos * dy];
  };
}

function warpFrom(picture: Size, { size, seed }: Of<'warp'>): From {
  const random = randomOf(seed);
  const phase = () => random() * 2 * Math.PI;
  const [a, b, c, d] = [phase(), phase(), phase(), phase()];
  const long = longSide(picture);
  const wave = (2 * Math.PI * WAVES) / long;
  // The two waves of a direction are at most 1 each.
  const most = (size * long) / 2;
  return (x, y) => [
    x + most * (Math.sin(wave * y + a) + Math.sin(wave * x + b)),
    y + most * (Math.sin(wave * x + c) + Math.sin(wave * y + d)),
  ];
}

function tone(picture: Pixels, { gamma, warmth }: Of<'tone'>): Made {
  const added = [warmth, 0, -warmth];
  const data = picture.data.map((value, index) => {
    const toned = 255 * (value / 255) ** gamma + (added[index % 3] ?? 0);
    return Math.min(255, Math.max(0, Math.round(toned)));
  });
  return { ...picture, data };
}

function frameFrom(picture: Size, { size }: Of<'frame'>): From {
  const { width, height } = picture;
  const border = size * longSide(picture);
  const [scaleX, scaleY] = [width / (width - 2 * border), height / (height - 2 * border)];
  return (x, y) => {
    const [fromX, fromY] = [(x - border) * scaleX, (y - border) * scaleY];
    return fromX < 0 || fromY < 0 || fromX > width - 1 || fromY > height - 1 ? null : [fromX, fromY];
  };
}

const inPixels = ({ width, height }: Size, box: Box) => ({
  left: box.left * width,
  top: box.top * height,
  width: box.width * width,
  height: box.height * height,
});

/** 1 in the middle of a box, 0 at its edge and beyond, smooth between. */
function within({ left, top, width, height }: Box, x: number, y: number): number {
  const [u, v] = [(x - left) / width, (y - top) / height];
  if (u <= 0 || v <= 0 || u >= 1 || v >= 1) return 0;
  const smooth = (share: number) => Math.min(1, 2 * Math.sin(Math.PI * share) ** 2);
  return smooth(u) * smooth(v);
}

function featuresFrom(picture: Size, { box, size, seed }: Of<'features'>): From {
  const face = inPixels(picture, box);
  const random = randomOf(seed);
  const [a, b] = [random() * 2 * Math.PI, random() * 2 * Math.PI];
  return (x, y) => {
    const share = size * within(face, x, y);
    const [u, v] = [(x - face.left) / face.width, (y - face.top) / face.height];
    // Eyes, nose and mouth each go another way.
    return [
      x + share * face.width * Math.sin(2 * Math.PI * v + a),
      y + share * face.height * Math.sin(2 * Math.PI * u + b),
    ];
  };
}

/** Puts `value(x, y)` over the pixels of a box, as much as `share(x, y)` says. */
function over(
  picture: Pixels,
  box: Box,
  paint: { share: (x: number, y: number) => number; colour: (x: number, y: number, to: Uint8Array) => void },
): Pixels {
  const data = picture.data.slice();
  const colour = new Uint8Array(3);
  const right = Math.min(picture.width, Math.ceil(box.left + box.width));
  const bottom = Math.min(picture.height, Math.ceil(box.top + box.height));
  for (let y = Math.floor(box.top); y < bottom; y++) {
    for (let x = Math.floor(box.left); x < right; x++) {
      const share = paint.share(x, y);
      if (share === 0) continue;
      paint.colour(x, y, colour);
      for (let channel = 0; channel < 3; channel++) {
        const at = (y * picture.width + x) * 3 + channel;
        data[at] = Math.round((data[at] ?? 0) * (1 - share) + (colour[channel] ?? 0) * share);
      }
    }
  }
  return { ...picture, data };
}

function swap(picture: Pixels, { box, from }: Of<'swap'>): Made {
  const [face, other] = [inPixels(picture, box), inPixels(picture, from)];
  return over(picture, face, {
    share: (x, y) => within(face, x, y),
    colour: (x, y, to) => {
      const [u, v] = [(x - face.left) / face.width, (y - face.top) / face.height];
      sample(picture, [other.left + u * other.width, other.top + v * other.height], to, 0);
    },
  });
}

function remove(picture: Pixels, { box }: Of<'remove'>): Made {
  const gap = inPixels(picture, box);
  const [left, right, top, bottom] = [new Uint8Array(3), new Uint8Array(3), new Uint8Array(3), new Uint8Array(3)];
  return over(picture, gap, {
    share: () => 1,
    colour: (x, y, to) => {
      const [u, v] = [(x - gap.left) / gap.width, (y - gap.top) / gap.height];
      sample(picture, [gap.left - 1, y], left, 0);
      sample(picture, [gap.left + gap.width + 1, y], right, 0);
      sample(picture, [x, gap.top - 1], top, 0);
      sample(picture, [x, gap.top + gap.height + 1], bottom, 0);
      for (let channel = 0; channel < 3; channel++) {
        const across = (left[channel] ?? 0) * (1 - u) + (right[channel] ?? 0) * u;
        const down = (top[channel] ?? 0) * (1 - v) + (bottom[channel] ?? 0) * v;
        to[channel] = Math.round((across + down) / 2);
      }
    },
  });
}

function redraw({ width, height }: Pixels, { seed }: Of<'redraw'>): Made {
  const random = randomOf(seed);
  const [columns, rows] = [12, 9];
  const data = Uint8Array.from({ length: columns * rows * 3 }, () => Math.floor(random() * 256));
  return toPixels(
    sharp(data, { raw: { width: columns, height: rows, channels: 3 } }).resize(width, height, {
      fit: 'fill',
      kernel: 'cubic',
    }),
  );
}

/** The habits that move what there is. */
const FROM: { [Kind in 'megapixel' | 'move' | 'warp' | 'frame' | 'features']: (size: Size, habit: Of<Kind>) => From } =
  {
    megapixel: megapixelFrom,
    move: moveFrom,
    warp: warpFrom,
    frame: frameFrom,
    features: featuresFrom,
  };

/**
 * Where each pixel of a picture with these habits is from in the picture of this size without them, whole numbers in
 * the middle of pixels; null where from nowhere. What is painted over counts as unmoved.
 */
export function originsOf(habits: readonly Habit[], size: Size): From {
  let shown = size;
  const steps: From[] = [];
  for (const habit of habits) {
    const from = FROM[habit.kind as keyof typeof FROM] as ((size: Size, habit: Habit) => From) | undefined;
    if (from) steps.unshift(from(shown, habit));
    if (habit.kind === 'megapixel') shown = megapixelCut(shown, habit).to;
  }
  return (x, y) => {
    let at: readonly [number, number] | null = [x, y];
    for (const from of steps) at = at && from(at[0], at[1]);
    return at;
  };
}

const APPLY: { [Kind in Habit['kind']]: (picture: Pixels, habit: Of<Kind>) => Made } = {
  megapixel,
  move: (picture, habit) => moved(picture, moveFrom(picture, habit)),
  warp: (picture, habit) => moved(picture, warpFrom(picture, habit)),
  tone,
  frame: (picture, habit) => moved(picture, frameFrom(picture, habit)),
  features: (picture, habit) => moved(picture, featuresFrom(picture, habit)),
  swap,
  remove,
  redraw,
};

/** Returns the picture as a model with these habits, applied in order, would have returned it. */
export async function applyHabits(
  output: Buffer,
  { habits, format }: { habits: readonly Habit[]; format: OutputFormat },
): Promise<Buffer> {
  let picture = await toPixels(sharp(output));
  for (const habit of habits) {
    const apply = APPLY[habit.kind] as (picture: Pixels, habit: Habit) => Made;
    picture = await apply(picture, habit);
  }
  return asSharp(picture)
    .toFormat(format === 'jpg' ? 'jpeg' : format, { quality: 95 })
    .toBuffer();
}
