import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_IMAGE_SIDE_PX, MIN_IMAGE_SIDE_PX } from '@heirlight/contract/limits';
import { modelParameter, perToolWithChoice, TOOLS, TOOLS_WITH_CHOICE } from '@heirlight/contract/tools';
import { describe, expect, test } from '@jest/globals';
import { jobCostUsd, usualJobCostUsd } from './jobPrices';
import { modelInput, modelNames, predictionRequest } from './tools';

const ENLARGING = ['photoscaler', 'lowrezfix'] as const;

describe('what an enlarging tool may see', () => {
  test.each([
    ['a scan of 12 megapixels', 4000, 3000],
    ['a school photograph a yard long', 5000, 400],
    ['a panorama', 8000, 800],
    ['the widest picture the page sends', 16_384, 327],
    ['a tall one', 300, 9000],
  ])('%s, four times as large, stays within what a model takes and a picture may be', (_, width, height) => {
    for (const tool of ENLARGING) {
      const size = modelInput(tool, { width, height }, {})?.size ?? { width: 0, height: 0 };
      expect(size.width * size.height).toBeLessThanOrEqual(2_090_000);
      expect(4 * Math.max(size.width, size.height)).toBeLessThanOrEqual(MAX_IMAGE_SIDE_PX);
      expect(Math.abs(size.width / width - size.height / height)).toBeLessThan(1 / Math.min(width, height));
    }
  });

  test.each([
    [16_384, 41],
    [16, 16_384],
    [9_000, 20],
  ])('a strip of %i x %i keeps the least side that a model takes', (width, height) => {
    for (const tool of ENLARGING) {
      const size = modelInput(tool, { width, height }, {})?.size;
      expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBe(MIN_IMAGE_SIDE_PX);
      expect(4 * Math.max(size?.width ?? 0, size?.height ?? 0)).toBeLessThanOrEqual(MAX_IMAGE_SIDE_PX);
    }
  });

  test('a picture within both comes as it is', () => {
    for (const tool of ENLARGING) {
      expect(modelInput(tool, { width: 1600, height: 1200 }, {})).toBeNull();
      expect(modelInput(tool, { width: 4096, height: 500 }, {})).toBeNull();
    }
  });
});

const DRAWING = ['deeprestore', 'colorize', 'textremove'] as const;

describe('what a tool whose model keeps some shapes only may see', () => {
  test.each([
    ['a school photograph a yard long', 5000, 400],
    ['the widest picture the page sends', 16_384, 327],
    ['a tall one', 300, 9000],
    ['a small one', 600, 200],
  ])('%s comes in a border, in its own shape', (_, width, height) => {
    for (const tool of DRAWING) {
      const { size, margin } = modelInput(tool, { width, height }, {}) ?? {
        size: { width: 0, height: 0 },
        margin: { x: 0, y: 0 },
      };
      const [wide, high] = [size.width + 2 * margin.x, size.height + 2 * margin.y];
      expect(Math.max(wide, high) / Math.min(wide, high)).toBeLessThanOrEqual(7 / 3);
      expect(Math.max(wide, high) / Math.min(wide, high)).toBeGreaterThan(2.3);
      expect(wide * high).toBeLessThan(4_100_000);
      expect(Math.abs(size.width / width - size.height / height)).toBeLessThan(1 / Math.min(width, height));
      expect(Math.min(margin.x, margin.y)).toBe(0);
    }
  });

  test('a picture of a shape that the model keeps comes as it is, whatever its size', () => {
    for (const tool of DRAWING) {
      expect(modelInput(tool, { width: 7000, height: 3000 }, {})).toBeNull();
      expect(modelInput(tool, { width: 4000, height: 6000 }, {})).toBeNull();
    }
  });
});

test('PureFace sees every picture whole', () => {
  expect(modelInput('pureface', { width: 16_384, height: 2_000 }, {})).toBeNull();
});

describe('what a model is sent', () => {
  const job = {
    imageUrl: 'https://pictures.test/1',
    size: { width: 4_000, height: 3_000 },
    webhookUrl: 'https://hook.test',
  };
  const FLUX2 = 'black-forest-labs/flux-2-pro';

  test('a tool runs on its first model, and on the one that the owner has chosen', () => {
    const { model, input } = predictionRequest({ ...job, tool: 'colorize', seed: null }, {});
    expect(model).toBe('black-forest-labs/flux-kontext-pro');
    expect(input).toMatchObject({ input_image: job.imageUrl, aspect_ratio: 'match_input_image' });
    expect(input).not.toHaveProperty('seed');
    for (const tool of ['deeprestore', 'colorize'] as const) {
      const chosen = predictionRequest({ ...job, tool, seed: 2 }, { [tool]: FLUX2 });
      expect(chosen.model).toBe(FLUX2);
      expect(chosen.input).toMatchObject({ input_images: [job.imageUrl], aspect_ratio: 'custom', seed: 2 });
    }
  });

  test.each([
    [
      { width: 4_000, height: 3_000 },
      { width: 1_632, height: 1_216 },
    ],
    [
      { width: 640, height: 480 },
      { width: 640, height: 480 },
    ],
    // Shown in a border, which makes it 4 to 1.
    [
      { width: 5_000, height: 400 },
      { width: 2_048, height: 512 },
    ],
  ])('FLUX.2 is asked for the shape and no more pixels than it should draw: %o', (size, wanted) => {
    const { input } = predictionRequest({ ...job, size, tool: 'colorize', seed: null }, { colorize: FLUX2 });
    expect(input).toMatchObject(wanted);
  });

  test('only a model that draws by chance takes a seed; an unknown model and a retired tool are told', () => {
    expect(predictionRequest({ ...job, tool: 'pureface', seed: 2 }, {}).input).not.toHaveProperty('seed');
    expect(() => predictionRequest({ ...job, tool: 'colorize', seed: null }, { colorize: 'a/b' })).toThrow('a/b');
    expect(() => predictionRequest({ ...job, tool: 'sharpen', seed: null }, {})).toThrow('sharpen');
  });
});

test('docs/models.md has every model; the page and a deploy name the defaults', () => {
  const page = readFileSync(join(__dirname, '../../../../docs/models.md'), 'utf8');
  const example = readFileSync(join(__dirname, '../../../.env.example'), 'utf8');
  const choices = perToolWithChoice(({ model }) => model);
  for (const { id, model } of TOOLS) {
    for (const name of modelNames(id)) expect(page).toContain(`\`${name}\``);
    expect(modelNames(id)[0]).toBe(model);
    expect(modelNames(id).length > 1).toBe(id in choices);
  }
  for (const id of TOOLS_WITH_CHOICE) {
    expect(page).toContain(`\`${modelParameter(id)}\``);
    expect(example).toContain(`${modelParameter(id)}=${choices[id]}\n`);
  }
});

test('a job costs what its model costs, whichever the owner has chosen since', () => {
  const done = { status: 'succeeded', seconds: 20 } as const;
  expect(jobCostUsd('colorize', { ...done, model: 'black-forest-labs/flux-kontext-pro' })).toBe(0.04);
  expect(jobCostUsd('colorize', { ...done, model: 'black-forest-labs/flux-2-pro' })).toBe(0.075);
  expect(jobCostUsd('colorize', { ...done, model: null })).toBe(usualJobCostUsd('colorize'));
  expect(jobCostUsd('colorize', { ...done, status: 'failed', model: null })).toBe(0);
  expect(jobCostUsd('pureface', { ...done, model: null })).toBeCloseTo(0.0045);
});
