/** The models that the tools run on: what each is sent, what it takes, and what it costs. */
import { MAX_IMAGE_SIDE_PX, MIN_IMAGE_SIDE_PX } from '@heirlight/contract/limits';
import type { PredictionRequest } from '../../platform/predictionProvider';
import type { InputLimit, Size } from './inputSize';

/**
 * What a job costs at Replicate, in US dollars. Replicate's own models have a price for each picture; community models
 * are billed by the second, `usualSeconds` on average.
 */
export type Price = { pictureUsd: number } | { secondUsd: number; usualSeconds: number };

/** Nvidia T4, US dollars a second, as of 2026-11-23: https://replicate.com/pricing */
const T4_USD = 0.000_225;

export interface Model {
  /** `owner/name` at Replicate. */
  name: string;
  /** Pinned version of a community model, which Replicate runs by version only. */
  version: string | null;
  /** Larger inputs are scaled down before the model sees them. */
  most: InputLimit | null;
  /** The widest shape (longer to shorter side) that the model keeps; null for any. Wider pictures get a border. */
  widest: number | null;
  /** Whether the model draws, by chance and by a `seed`: then a second job may give what the first did not. */
  takesSeed: boolean;
  price: Price;
  /**
   * Field names are those of https://replicate.com/{owner}/{name}/api/schema.
   *
   * @param shown size of the picture at the URL, in pixels
   */
  input(imageUrl: string, shown: Size): PredictionRequest['input'];
}

/** Real-ESRGAN refuses larger inputs (measured: notes in the model's own issue list), in pixels. */
const ESRGAN_MAX_INPUT_PX = 2_090_000;
const ENLARGEMENT = 4;

/** Four times as large by Real-ESRGAN, and faces by GFPGAN where asked. */
export const realEsrgan = ({ enhancesFaces }: { enhancesFaces: boolean }): Model => ({
  name: 'nightmareai/real-esrgan',
  version: null,
  most: { px: ESRGAN_MAX_INPUT_PX, sidePx: MAX_IMAGE_SIDE_PX / ENLARGEMENT, leastSidePx: MIN_IMAGE_SIDE_PX },
  widest: null,
  takesSeed: false,
  price: { secondUsd: T4_USD, usualSeconds: 9 },
  input: (imageUrl) => ({ image: imageUrl, scale: ENLARGEMENT, face_enhance: enhancesFaces }),
});

export const GFPGAN: Model = {
  name: 'tencentarc/gfpgan',
  version: '0fbacf7afc6c144e5be9767cff80f25aff23e52b0708f17e20f9879b2f21516c',
  most: null,
  widest: null,
  takesSeed: false,
  price: { secondUsd: T4_USD, usualSeconds: 13 },
  input: (imageUrl) => ({ img: imageUrl, version: 'v1.4', scale: 1 }),
};

/**
 * A model on FLUX.1 Kontext. It returns about one megapixel in sides of 32 and keeps shapes from 3:7 to 7:3 (help.bfl.ai,
 * "Aspect Ratios and Output Dimensions", April 2026).
 */
export const kontext = (name: string, fields: PredictionRequest['input']): Model => ({
  name,
  version: null,
  most: null,
  widest: 7 / 3,
  takesSeed: true,
  price: { pictureUsd: 0.04 },
  input: (imageUrl) => ({ ...fields, input_image: imageUrl, output_format: 'png' }),
});

/** FLUX.2 makes sides of whole multiples of this, in pixels. */
const FLUX2_STEP_PX = 32;
const FLUX2_MAX_SIDE_PX = 2_048;
/** Up to 4 megapixels are possible, and at most 2 are recommended. */
const FLUX2_MAX_PX = 2_000_000;

/** The size to ask FLUX.2 for: in the picture's shape, and no larger than it or than recommended. */
function flux2Size({ width, height }: Size): Size {
  const factor = Math.min(1, Math.sqrt(FLUX2_MAX_PX / (width * height)), FLUX2_MAX_SIDE_PX / Math.max(width, height));
  const side = (px: number) => Math.max(8, Math.round((px * factor) / FLUX2_STEP_PX)) * FLUX2_STEP_PX;
  return { width: side(width), height: side(height) };
}

/** FLUX.2 [pro], which takes a prompt and a size (its page at Replicate, November 2026). */
export const flux2Pro = (prompt: string): Model => ({
  name: 'black-forest-labs/flux-2-pro',
  version: null,
  most: { px: FLUX2_MAX_PX, sidePx: FLUX2_MAX_SIDE_PX, leastSidePx: MIN_IMAGE_SIDE_PX },
  widest: 4,
  takesSeed: true,
  // Drawn: $.03 for the first megapixel, $.015 for the second; shown: $.015 for each (docs.bfl.ai, 2026-11-25).
  price: { pictureUsd: 0.075 },
  input: (imageUrl, shown) => ({
    prompt,
    input_images: [imageUrl],
    aspect_ratio: 'custom',
    ...flux2Size(shown),
    output_format: 'png',
  }),
});
