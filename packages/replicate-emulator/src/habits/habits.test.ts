import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { applyHabits, originsOf } from './applyHabits';
import { type Habit, parseHabits } from './habit';
import { type Pixels, toPixels } from './pixels';

const [WIDTH, HEIGHT] = [400, 300];
/** A dark ground with a white square, so that every move shows. */
const MARK = { left: 180, top: 130, width: 40, height: 40 };

const drawn = (marks: { left: number; top: number }[] = [MARK], [width, height] = [WIDTH, HEIGHT]) =>
  sharp({ create: { width, height, channels: 3, background: '#324050' } })
    .composite(
      marks.map(({ left, top }) => ({
        input: { create: { width: MARK.width, height: MARK.height, channels: 3 as const, background: '#ffffff' } },
        left,
        top,
      })),
    )
    .png()
    .toBuffer();

const apply = async (picture: Buffer, ...habits: Habit[]): Promise<Pixels> =>
  toPixels(sharp(await applyHabits(picture, { habits, format: 'png' })));

/** The middle of what is nearly white, and how many pixels it has. */
function markIn({ data, width }: Pixels): { x: number; y: number; count: number } {
  let [x, y, count] = [0, 0, 0];
  for (let at = 0; at < data.length; at += 3) {
    if ((data[at] ?? 0) < 200) continue;
    x += (at / 3) % width;
    y += Math.floor(at / 3 / width);
    count += 1;
  }
  return { x: x / count, y: y / count, count };
}
const level = ({ data, width }: Pixels, x: number, y: number) => [
  ...data.slice((y * width + x) * 3, (y * width + x) * 3 + 3),
];

describe('the habits of a generative model', () => {
  it.each([
    [
      [400, 300],
      [1152, 864],
    ],
    [
      [300, 400],
      [864, 1152],
    ],
    // Beyond 7:3 the sides are cut off.
    [
      [400, 100],
      [1536, 640],
    ],
    [
      [640, 480],
      [1152, 864],
    ],
  ])('one megapixel of %j is %j: sides in multiples of 32', async ([width = 0, height = 0], size) => {
    const picture = await apply(await drawn([], [width, height]), { kind: 'megapixel', pixels: 1_000_000 });
    expect([picture.width, picture.height]).toEqual(size);
    expect([picture.width % 32, picture.height % 32]).toEqual([0, 0]);
  });

  it('each pixel is known to be from where it is from', async () => {
    const habits: Habit[] = [
      { kind: 'warp', size: 0.01, seed: 5 },
      { kind: 'move', zoom: 1.2, x: 0.03, y: -0.04, degrees: 2 },
      { kind: 'frame', size: 0.02 },
      { kind: 'megapixel', pixels: 60_000 },
    ];
    const from = originsOf(habits, { width: WIDTH, height: HEIGHT });
    const marks = [{ left: 60, top: 50 }, MARK, { left: 300, top: 220 }];
    for (const mark of marks) {
      const seen = markIn(
        await apply(
          await drawn([mark]),
          { kind: 'tone', gamma: 1, warmth: 0 },
          ...habits.filter(({ kind }) => kind !== 'frame'),
        ),
      );
      const [x = 0, y = 0] =
        originsOf(
          habits.filter(({ kind }) => kind !== 'frame'),
          { width: WIDTH, height: HEIGHT },
        )(seen.x, seen.y) ?? [];
      expect(Math.hypot(x - mark.left - 19.5, y - mark.top - 19.5)).toBeLessThan(0.8);
    }
    // In the border there is nothing of the picture.
    expect(from(0, 0)).toBeNull();
  });

  it('a picture is moved, enlarged and turned', async () => {
    const before = markIn(await toPixels(sharp(await drawn())));
    const move = (more: object): Habit => ({ kind: 'move', zoom: 1, x: 0, y: 0, degrees: 0, ...more });
    const shifted = markIn(await apply(await drawn(), move({ x: 0.05, y: -0.025 })));
    expect([shifted.x - before.x, shifted.y - before.y]).toEqual([20, -10]);
    const zoomed = markIn(await apply(await drawn(), move({ zoom: 1.5 })));
    expect(zoomed.count / before.count).toBeCloseTo(2.25, 1);
    const corner = await drawn([{ left: 300, top: 130 }]);
    const turned = markIn(await apply(corner, move({ degrees: 10 })));
    // To the right of the middle, clockwise is down.
    expect(turned.y - markIn(await toPixels(sharp(corner))).y).toBeGreaterThan(15);
  });

  it('a warp moves by at most its size, and the same for the same seed', async () => {
    const places = [40, 240].map((left) => ({ left, top: 130 }));
    const moves = async (seed: number) =>
      Promise.all(
        places.map(async (place) => {
          const [before, after] = [
            markIn(await toPixels(sharp(await drawn([place])))),
            markIn(await apply(await drawn([place]), { kind: 'warp', size: 0.03, seed })),
          ];
          return Math.hypot(after.x - before.x, after.y - before.y);
        }),
      );
    const far = await moves(1);
    // In both directions at once.
    expect(Math.max(...far)).toBeLessThanOrEqual(0.03 * WIDTH * Math.SQRT2 + 1);
    expect(Math.max(...far)).toBeGreaterThan(2);
    expect(await moves(1)).toEqual(far);
    expect(await moves(2)).not.toEqual(far);
  });

  it('tone, frame and another picture', async () => {
    const [dark] = level(await apply(await drawn(), { kind: 'tone', gamma: 2, warmth: 0 }), 5, 5);
    expect(dark).toBe(Math.round(255 * (0x32 / 255) ** 2));
    const warm = level(await apply(await drawn(), { kind: 'tone', gamma: 1, warmth: 10 }), 5, 5);
    expect(warm).toEqual([0x32 + 10, 0x40, 0x50 - 10]);
    const framed = await apply(await drawn(), { kind: 'frame', size: 0.05 });
    expect([level(framed, 5, 150), level(framed, 30, 150)]).toEqual([
      [255, 255, 255],
      [0x32, 0x40, 0x50],
    ]);
    const other = await apply(await drawn(), { kind: 'redraw', seed: 4 });
    expect(level(other, 5, 5)).not.toEqual([0x32, 0x40, 0x50]);
    expect([other.width, other.height]).toEqual([WIDTH, HEIGHT]);
  });

  it('a face: its features move, it becomes another, it is gone; what is around it stays', async () => {
    const box = { left: 0.4, top: 0.35, width: 0.2, height: 0.3 };
    const before = await toPixels(sharp(await drawn()));
    const changes = async (habit: Habit) => {
      const after = await apply(await drawn(), habit);
      const changed = { inside: 0, outside: 0 };
      for (let at = 0; at < before.data.length; at += 3) {
        if ([0, 1, 2].every((channel) => after.data[at + channel] === before.data[at + channel])) continue;
        const [x, y] = [(at / 3) % WIDTH, Math.floor(at / 3 / WIDTH)];
        const isInside = x >= 160 && x <= 240 && y >= 105 && y <= 195;
        changed[isInside ? 'inside' : 'outside'] += 1;
      }
      return changed;
    };
    const from = { left: 0, top: 0, width: 0.2, height: 0.3 };
    for (const habit of [
      { kind: 'features', box, size: 0.1, seed: 3 },
      { kind: 'swap', box, from },
      { kind: 'remove', box },
    ] as const) {
      const { inside, outside } = await changes(habit);
      expect([habit.kind, outside, inside > 300]).toEqual([habit.kind, 0, true]);
    }
    expect(markIn(await apply(await drawn(), { kind: 'remove', box })).count).toBe(0);
  });

  it.each([
    ['a list', {}],
    ['one of megapixel', [{ kind: 'melt' }]],
    ['pixels of megapixel must be from', [{ kind: 'megapixel' }]],
    ['zoom of move must be from', [{ kind: 'move', zoom: 9, x: 0, y: 0, degrees: 0 }]],
    ['box of remove must be a box', [{ kind: 'remove', box: { left: 0.5, top: 0, width: 0.6, height: 0.5 } }]],
  ])('what is no list of habits is named: %s', (message, habits) => {
    expect(() => parseHabits(habits)).toThrow(message);
  });
});
