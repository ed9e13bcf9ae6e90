import { MAX_IMAGE_SIDE_PX } from '@heirlight/contract/limits';
import { type ToolId, toolById } from '@heirlight/contract/tools';
import type { PredictionRequest } from '../platform/predictionProvider';

/** Real-ESRGAN refuses larger inputs (measured: notes in the model's own issue list), in pixels. */
const ESRGAN_MAX_INPUT_PX = 2_090_000;
const ENLARGEMENT = 4;

const COLORIZE_PROMPT =
  'Colorize this old photograph with natural, historically plausible tones and repair scratches, tears, stains and ' +
  'fading. Keep every face, expression, pose, hand, object and the composition exactly as they are.';

interface ToolRecipe {
  /** Pinned version of a community model, which Replicate runs by version only. */
  version: string | null;
  /** Larger inputs are scaled down first: in all pixels, and in those of a side. */
  most: { px: number; sidePx: number } | null;
  input(imageUrl: string): PredictionRequest['input'];
}

const ENLARGEABLE = { px: ESRGAN_MAX_INPUT_PX, sidePx: MAX_IMAGE_SIDE_PX / ENLARGEMENT };

/** How each tool's job is put to its model. Field names are those of https://replicate.com/{owner}/{name}/api/schema. */
const RECIPES: Record<ToolId, ToolRecipe> = {
  deeprestore: {
    version: null,
    most: null,
    input: (imageUrl) => ({ input_image: imageUrl, output_format: 'png' }),
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
  },
  photoscaler: {
    version: null,
    most: ENLARGEABLE,
    input: (imageUrl) => ({ image: imageUrl, scale: ENLARGEMENT, face_enhance: false }),
  },
  pureface: {
    version: '0fbacf7afc6c144e5be9767cff80f25aff23e52b0708f17e20f9879b2f21516c',
    most: null,
    input: (imageUrl) => ({ img: imageUrl, version: 'v1.4', scale: 1 }),
  },
  lowrezfix: {
    version: null,
    most: ENLARGEABLE,
    input: (imageUrl) => ({ image: imageUrl, scale: ENLARGEMENT, face_enhance: true }),
  },
  textremove: {
    version: null,
    most: null,
    input: (imageUrl) => ({ input_image: imageUrl, aspect_ratio: 'match_input_image', output_format: 'png' }),
  },
};

/** The provider's request for one restore. */
export function predictionRequest(job: { tool: ToolId; imageUrl: string; webhookUrl: string }): PredictionRequest {
  const { version, input } = RECIPES[job.tool];
  return { model: toolById(job.tool).model, version, input: input(job.imageUrl), webhookUrl: job.webhookUrl };
}

/**
 * The size to scale an input down to before this tool may see it, or null when it may as it is. In pixels. What is enlarged must stay a picture that can be
 * shown: a panorama is bounded by its long side.
 */
export function reducedSize(
  tool: ToolId,
  { width, height }: { width: number; height: number },
): { width: number; height: number } | null {
  const { most } = RECIPES[tool];
  if (!most) return null;
  const factor = Math.min(Math.sqrt(most.px / (width * height)), most.sidePx / Math.max(width, height));
  if (factor >= 1) return null;
  return { width: Math.max(1, Math.floor(width * factor)), height: Math.max(1, Math.floor(height * factor)) };
}
