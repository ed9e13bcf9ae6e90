/** What a model that draws returns is held to the photo: on a photograph of more than half a megapixel. */
import { join } from 'node:path';
import { applyHabits, type Habit } from '@heirlight/replicate-emulator/habits';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { decodeRgb, fromRgb, type RawPicture } from '../../../platform/pictures';
import { finishPicture as finish } from '../tools';
import { luminance } from './planes';
import { register } from './register';

const finishPicture = ({ original, ...job }: { tool: string; original: Buffer; output: Buffer }) =>
  finish({
    ...job,
    readOriginal: async () => original,
    models: {},
    findFaces: async () => [],
    onNoFaces: () => {},
  });
const png = async (picture: RawPicture) => (await fromRgb(picture)).png().toBuffer();

describe('what a model that draws returns is held to the photo', () => {
  const PHOTO = join(__dirname, '../../../../../packages/restore-engine/testdata/bench/mae_jemison_1992.jpg');
  const MOVED: Habit[] = [
    { kind: 'move', zoom: 1.05, x: 0.02, y: -0.015, degrees: 0.6 },
    { kind: 'tone', gamma: 1.2, warmth: 10 },
    { kind: 'megapixel', pixels: 100_000 },
  ];
  const drawnBy = async (picture: RawPicture, habits: readonly Habit[]) =>
    applyHabits(await png(picture), { habits, format: 'png' });
  const levelsOf = ({ data }: RawPicture) =>
    Float64Array.from({ length: data.length / 3 }, (_, i) =>
      luminance(data[i * 3] ?? 0, data[i * 3 + 1] ?? 0, data[i * 3 + 2] ?? 0),
    );
  /** Mean step of brightness from pixel to pixel: what a softer picture has less of. */
  const sharpness = (picture: RawPicture) => {
    const levels = levelsOf(picture);
    return levels.reduce((sum, level, i) => sum + Math.abs(level - (levels[i + 1] ?? level)), 0) / levels.length;
  };

  test.each(['deeprestore', 'colorize'] as const)(
    '%s: a tenth of the pixels, moved, comes back at full size, in its place and as sharp',
    async (tool) => {
      const original = await sharp(PHOTO).jpeg({ quality: 95 }).toBuffer();
      const photo = await decodeRgb(original);
      const output = await drawnBy(photo, MOVED);
      const { picture, size } = await finishPicture({ tool, original, output });
      expect(size).toMatchObject({ width: photo.width, height: photo.height });
      expect(sharpness(picture) / sharpness(photo)).toBeGreaterThan(0.85);
      const found = await register(photo, picture);
      for (const [x, y] of [
        [0.3, 0.3],
        [0.5, 0.5],
        [0.7, 0.6],
      ] as const) {
        const [u, v] = found.at(x * photo.width, y * photo.height);
        expect(Math.hypot(u - x * photo.width, v - y * photo.height)).toBeLessThan(0.0015 * photo.height);
      }
    },
  );

  test('Colorize keeps the luminance of every pixel, also where the model has drawn another face; its colours stay in place', async () => {
    const colour = await decodeRgb(await sharp(PHOTO).toBuffer());
    const original = await sharp(PHOTO).greyscale().jpeg({ quality: 97 }).toBuffer();
    const photo = await decodeRgb(original);
    const face = { left: 0.3, top: 0.12, width: 0.35, height: 0.35 };
    const other = { left: 0.25, top: 0.5, width: 0.35, height: 0.35 };
    const output = await drawnBy(colour, [{ kind: 'swap', box: face, from: other }, ...MOVED]);
    const { picture } = await finishPicture({ tool: 'colorize', original, output });
    const [before, after] = [levelsOf(photo), levelsOf(picture)];
    const kept = before.filter((level, i) => Math.abs(level - (after[i] ?? 0)) <= 1).length / before.length;
    expect(kept).toBeGreaterThan(0.97);
    const redness = ({ data }: RawPicture) =>
      data.reduce((sum, value, i) => sum + (i % 3 === 0 ? value : i % 3 === 2 ? -value : 0), 0) / data.length;
    expect(redness(picture)).toBeGreaterThan(redness(photo) + 1);
  });

  test('a repair is taken, and so is the rest of a picture that was cut at the border', async () => {
    const whole = await decodeRgb(await sharp(PHOTO).toBuffer());
    const [width, height] = [whole.width, whole.height];
    const tear = `<svg width="${width}" height="${height}"><path d="M${width * 0.15} 0 L${width * 0.25} ${height}" stroke="#fff" stroke-width="14"/></svg>`;
    const original = await (await fromRgb(whole))
      .composite([{ input: Buffer.from(tear) }])
      .jpeg({ quality: 95 })
      .toBuffer();
    const output = await drawnBy(whole, [
      { kind: 'move', zoom: 1.1, x: 0, y: 0, degrees: 0 },
      { kind: 'megapixel', pixels: 1_000_000 },
    ]);
    for (const tool of ['deeprestore', 'colorize'] as const) {
      const { picture } = await finishPicture({ tool, original, output });
      const at = (x: number, y: number) =>
        levelsOf(picture)[Math.round(y * (picture.height - 1)) * picture.width + Math.round(x * (picture.width - 1))] ??
        0;
      // In the middle of the tear, half-way down.
      expect(at(0.2, 0.5)).toBeLessThan(225);
      // What the model has not drawn is the photo's.
      const truth = levelsOf(whole)[Math.round(0.9 * (height - 1)) * width + width - 4] ?? 0;
      expect(Math.abs(at((width - 4) / (width - 1), 0.9) - truth)).toBeLessThan(30);
    }
  });

  test('a small photo keeps what the model has drawn beyond its pixels; an output that lies right is not read anew', async () => {
    const original = await sharp(PHOTO).resize(300).jpeg({ quality: 95 }).toBuffer();
    const photo = await decodeRgb(original);
    const large = await finishPicture({
      tool: 'deeprestore',
      original,
      output: await drawnBy(photo, [{ kind: 'megapixel', pixels: 1_000_000 }]),
    });
    expect(large.size.width * large.size.height).toBeGreaterThan(800_000);
    expect(large.size.width / large.size.height).toBeCloseTo(photo.width / photo.height, 2);
    const output = await png(photo);
    const same = await finishPicture({ tool: 'deeprestore', original, output });
    expect(same.picture.data.equals(photo.data)).toBe(true);
  });

  test.each(['deeprestore', 'colorize', 'textremove'] as const)('%s: another picture is told', async (tool) => {
    const original = await sharp(PHOTO).resize(480).jpeg().toBuffer();
    const output = await drawnBy(await decodeRgb(original), [{ kind: 'redraw', seed: 4 }]);
    await expect(finishPicture({ tool, original, output })).rejects.toMatchObject({ code: 'not_this_photo' });
  });
});
