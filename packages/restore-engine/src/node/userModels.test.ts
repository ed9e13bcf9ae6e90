import path from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { byteAt, numberAt, type Picture } from '../core/image/picture';
import { toGrey } from '../core/image/tone';
import { letters } from '../testing/letters';
import { loadPhoto, meanLab, overlay } from '../testing/photos';
import { startTestEngine } from '../testing/testEngine';
import { packageRoot } from '../testing/workerBundle';

jest.setTimeout(60_000);

/**
 * Tiny models in the form of DDColor, GFPGAN and LaMa (`training/tinyModels.py`). No shipped model gives such output.
 */
const userModelFolder = path.join(packageRoot(), 'testdata', 'models');
const { restore } = startTestEngine('test-user-models', userModelFolder);

const pixel = ({ width, data }: Picture, x: number, y: number) => [
  ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];

describe("a user's model of another form than the engine needs", () => {
  const { restore: restoreWrongly } = startTestEngine('test-wrong-models', path.join(userModelFolder, 'wrong'));

  test.each(['photoscaler', 'lowrezfix'] as const)(
    '%s with an upscaler of factor 2 fails by name instead of returning a black picture',
    async (tool) => {
      const lake = await loadPhoto('moraine_lake');
      await expect(restoreWrongly(tool, lake, { scale: 4 })).rejects.toMatchObject({
        code: 'engine_failed',
        message: expect.stringMatching(
          /"upscaler\.onnx" returned a picture of 3 x \d+ x \d+ where 3 x \d+ x \d+ is needed/,
        ),
      });
    },
  );
});

describe("the user's own models are used instead of the shipped ones", () => {
  test('a colour network colours: a* 20, b* -30 is violet', async () => {
    const grey = toGrey(await loadPhoto('karl_marx_1875'));
    const out = await restore('colorize', grey);
    let violet = 0;
    for (let i = 0; i < out.data.length; i += 3) {
      if (byteAt(out.data, i + 2) > byteAt(out.data, i) && byteAt(out.data, i) > byteAt(out.data, i + 1)) violet++;
    }
    expect(violet / (out.data.length / 3)).toBeGreaterThan(0.8);
    // Ours is not taken at its word on a portrait's backdrop; the user's is.
    const cloth = meanLab(out, { left: 0, top: 0, width: 40, height: 60 });
    expect(cloth.a).toBeGreaterThan(15);
    expect(cloth.b).toBeLessThan(-22);
  });

  test('a face network paints the face', async () => {
    const portrait = await loadPhoto('sally_ride_1984');
    const out = await restore('pureface', portrait);
    const [before, after] = [pixel(portrait, 106, 75), pixel(out, 106, 75)];
    for (let c = 0; c < 3; c++)
      expect(Math.abs(numberAt(after, c) - 127.5)).toBeLessThan(Math.abs(numberAt(before, c) - 127.5));
  });

  test('an inpainting network fills the wide strokes of a caption', async () => {
    const lake = await loadPhoto('moraine_lake');
    const caption = letters('LAKE', { x: 128, y: 150, size: 72, anchor: 'middle', paint: 'fill="#ff2020"' });
    const out = await restore('textremove', await overlay(lake, caption));
    let filled = 0;
    for (let i = 0; i < out.data.length; i += 3) {
      if ([0, 1, 2].every((c) => Math.abs(byteAt(out.data, i + c) - 200) <= 1)) filled++;
    }
    expect(filled).toBeGreaterThan(300);
  });
});
