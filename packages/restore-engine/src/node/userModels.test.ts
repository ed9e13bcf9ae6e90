import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { byteAt } from '../core/image/picture';
import { toGrey } from '../core/image/tone';
import { loadPhoto, meanLab } from '../testing/photos';
import { startTestEngine } from '../testing/testEngine';
import { packageRoot } from '../testing/workerBundle';

/**
 * Tiny models in the form of DDColor, GFPGAN and LaMa (`training/tinyModels.py`). No shipped model gives such output.
 */
const userModelFolder = path.join(packageRoot(), 'testdata', 'models');
const { restore } = startTestEngine('test-user-models', userModelFolder);

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
});
