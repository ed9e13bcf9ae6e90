import { MAX_IMAGE_SIDE_PX, MIN_IMAGE_SIDE_PX } from '@heirlight/contract/limits';
import { isToolId, type ToolId, toolById } from '@heirlight/contract/tools';
import { AppError, messageOf } from '../../platform/errors';
import type { PredictionRequest } from '../../platform/predictionProvider';
import {
  type Finish,
  type FinishedPicture,
  finishAsIs,
  finishEnlargement,
  finishLocalEdit,
  requirePicture,
} from './finish/finish';
import { type InputLimit, reducedTo, type Size } from './inputSize';

/** Real-ESRGAN refuses larger inputs (measured: notes in the model's own issue list), in pixels. */
const ESRGAN_MAX_INPUT_PX = 2_090_000;
const ENLARGEMENT = 4;

const COLORIZE_PROMPT =
  'Colorize this old photograph with natural, historically plausible tones and repair scratches, tears, stains and ' +
  'fading. Keep every face, expression, pose, hand, object and the composition exactly as they are.';

/** How a tool's job is put to its model, and its output finished. */
interface ToolRecipe {
  /** Pinned version of a community model, which Replicate runs by version only. */
  version: string | null;
  /** Larger inputs are scaled down before the model sees them. */
  most: InputLimit | null;
  /** Field names are those of https://replicate.com/{owner}/{name}/api/schema. */
  input(imageUrl: string): PredictionRequest['input'];
  /** What is done to the output with the original's help, so that the tool keeps its promise; null for nothing. */
  finish: Finish | null;
}

const ENLARGEABLE: InputLimit = {
  px: ESRGAN_MAX_INPUT_PX,
  sidePx: MAX_IMAGE_SIDE_PX / ENLARGEMENT,
  leastSidePx: MIN_IMAGE_SIDE_PX,
};

const RECIPES: Record<ToolId, ToolRecipe> = {
  deeprestore: {
    version: null,
    most: null,
    input: (imageUrl) => ({ input_image: imageUrl, output_format: 'png' }),
    finish: null,
  },
  colorize: {
    version: null,
    most: null,
    input: (imageUrl) => ({
      prompt: COLORIZE_PROMPT,
      input_image: imageUrl,
      aspect_ratio: 'match_input_image',
      output_format: 'png',
    }),
    finish: null,
  },
  photoscaler: {
    version: null,
    most: ENLARGEABLE,
    input: (imageUrl) => ({ image: imageUrl, scale: ENLARGEMENT, face_enhance: false }),
    finish: finishEnlargement,
  },
  pureface: {
    version: '0fbacf7afc6c144e5be9767cff80f25aff23e52b0708f17e20f9879b2f21516c',
    most: null,
    input: (imageUrl) => ({ img: imageUrl, version: 'v1.4', scale: 1 }),
    finish: finishLocalEdit,
  },
  lowrezfix: {
    version: null,
    most: ENLARGEABLE,
    input: (imageUrl) => ({ image: imageUrl, scale: ENLARGEMENT, face_enhance: true }),
    finish: finishEnlargement,
  },
  textremove: {
    version: null,
    most: null,
    input: (imageUrl) => ({ input_image: imageUrl, aspect_ratio: 'match_input_image', output_format: 'png' }),
    finish: finishLocalEdit,
  },
};

/** @throws AppError `internal` for a tool that was retired since the photo was made */
function recipeOf(tool: string): ToolRecipe & { model: string } {
  if (!isToolId(tool)) throw new AppError('internal', `There is no tool ${tool}`);
  return { ...RECIPES[tool], model: toolById(tool).model };
}

/** The provider's request for one restore. */
export function predictionRequest(job: { tool: string; imageUrl: string; webhookUrl: string }): PredictionRequest {
  const { model, version, input } = recipeOf(job.tool);
  return { model, version, input: input(job.imageUrl), webhookUrl: job.webhookUrl };
}

/** The size in pixels to scale an input down to before this tool may see it, or null when it may stay as it is. */
export function reducedSize(tool: string, size: Size): Size | null {
  const { most } = recipeOf(tool);
  return most && reducedTo(most, size);
}

/**
 * Turns a model's output into the restored picture.
 *
 * @param readOriginal reads the photo as it is stored; called only for a tool that needs it
 * @throws AppError `bad_output` when the output is no whole picture of acceptable size, `internal` for a retired tool;
 *   what `readOriginal` throws
 */
export async function finishPicture(job: {
  tool: string;
  readOriginal: () => Promise<Buffer>;
  output: Buffer;
}): Promise<FinishedPicture> {
  const { readOriginal, output } = job;
  const { finish, most } = recipeOf(job.tool);
  // Outside: what storage throws is no fault of the output.
  const original = finish && (await readOriginal());
  try {
    await requirePicture(output);
    return finish && original ? await finish({ original, output, most }) : await finishAsIs(output);
  } catch (error) {
    throw new AppError('bad_output', `Not a usable picture: ${messageOf(error)}`, { cause: error });
  }
}
