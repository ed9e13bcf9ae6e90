import type { EngineTool, OutputFormat } from '@heirlight/restore-engine';

/** One input field of a model, as its published schema describes it. */
export interface InputField {
  /** `uris`: a list of them. */
  type: 'uri' | 'uris' | 'string' | 'boolean' | 'integer' | 'number';
  description: string;
  required?: true;
  choices?: readonly (string | number)[];
  minimum?: number;
  maximum?: number;
  default?: string | number | boolean;
}

export type ModelInput = Record<string, string | number | boolean | string[]>;

/** What the engine is asked to do for a checked input. */
export interface EngineOrder {
  tool: EngineTool;
  format: OutputFormat;
  /** Enlargement done by the engine's network. */
  scale?: 2 | 4;
  /** Plain enlargement of the result, where the model returns a larger picture than the engine does. */
  enlarge?: number;
}

export interface ReplicateModel {
  owner: string;
  name: string;
  description: string;
  /** Runnable by `owner/name`; a community model needs one of its versions. */
  official: boolean;
  /** Public version ids, newest first; most official models have none. */
  versions: readonly string[];
  input: Record<string, InputField>;
  /** The field that holds the picture; of a list its first one. */
  imageField: string;
  /** Larger pictures make the prediction fail, as they do on the model's hardware. Pixels. */
  maxInputPx?: number;
  /** The order, or why the emulator cannot do what the input asks. */
  order(input: ModelInput): EngineOrder | { rejection: string };
}

const image = (description: string): InputField => ({ type: 'uri', required: true, description });
const seed: InputField = { type: 'integer', description: 'Random seed. Set for reproducible generation' };
const outputFormat: InputField = {
  type: 'string',
  choices: ['jpg', 'png'],
  default: 'png',
  description: 'Output format for the output image',
};
const safetyTolerance = (maximum: number): InputField => ({
  type: 'integer',
  minimum: 0,
  maximum,
  default: 2,
  description: `Safety tolerance, 0 is most strict and ${maximum} is most permissive`,
});
const aspectRatio: InputField = {
  type: 'string',
  // The engine never crops, so the ratios that would are not offered.
  choices: ['match_input_image'],
  default: 'match_input_image',
  description: 'Aspect ratio of the generated image',
};

const chosenFormat = (input: ModelInput): OutputFormat => (input.output_format === 'jpg' ? 'jpg' : 'png');
const ASKS_FOR_COLOUR = /colou?ri[sz]/i;
const ASKS_TO_RESTORE = /^restore/i;

/**
 * Every model this emulator knows and which of the engine's tools it means: the only place the two meet. Fields and
 * limits are those on each model's page, https://replicate.com/{owner}/{name}/api/schema.
 */
const MODELS: readonly ReplicateModel[] = [
  {
    owner: 'flux-kontext-apps',
    name: 'restore-image',
    description: 'Use FLUX Kontext to restore, fix scratches and damage, and colorize old photos',
    official: true,
    versions: [],
    input: {
      input_image: image('Image to restore. Must be jpeg, png, gif, or webp.'),
      output_format: outputFormat,
      safety_tolerance: safetyTolerance(2),
      seed,
    },
    imageField: 'input_image',
    order: (input) => ({ tool: 'deeprestore', format: chosenFormat(input) }),
  },
  {
    owner: 'black-forest-labs',
    name: 'flux-kontext-pro',
    description: 'A state-of-the-art text-based image editing model',
    official: true,
    versions: [],
    input: {
      prompt: { type: 'string', required: true, description: 'Text description of what you want to generate' },
      input_image: image('Image to use as reference. Must be jpeg, png, gif, or webp.'),
      aspect_ratio: aspectRatio,
      output_format: outputFormat,
      safety_tolerance: safetyTolerance(6),
      prompt_upsampling: { type: 'boolean', default: false, description: 'Automatic prompt improvement' },
      seed,
    },
    imageField: 'input_image',
    order: (input) =>
      ASKS_FOR_COLOUR.test(String(input.prompt))
        ? { tool: 'colorize', format: chosenFormat(input) }
        : { rejection: 'the local flux-kontext-pro only understands a prompt that asks to colorize the photo' },
  },
  {
    owner: 'black-forest-labs',
    name: 'flux-2-pro',
    description: 'High-quality image generation and editing with support for eight reference images',
    official: true,
    versions: [],
    input: {
      prompt: { type: 'string', required: true, description: 'Text prompt for image generation' },
      input_images: {
        type: 'uris',
        required: true,
        description: 'List of input images for image-to-image generation. Maximum 8 images.',
      },
      // The engine has no size but the picture's.
      aspect_ratio: { type: 'string', choices: ['custom'], default: 'custom', description: 'Aspect ratio' },
      width: { type: 'integer', minimum: 256, maximum: 2048, required: true, description: 'Multiple of 32' },
      height: { type: 'integer', minimum: 256, maximum: 2048, required: true, description: 'Multiple of 32' },
      output_format: outputFormat,
      safety_tolerance: safetyTolerance(5),
      seed,
    },
    imageField: 'input_images',
    order: (input) => {
      const prompt = String(input.prompt);
      const tool = ASKS_TO_RESTORE.test(prompt) ? 'deeprestore' : ASKS_FOR_COLOUR.test(prompt) ? 'colorize' : null;
      return tool
        ? { tool, format: chosenFormat(input) }
        : { rejection: 'the local flux-2-pro only understands a prompt that asks to restore or to colorize the photo' };
    },
  },
  {
    owner: 'nightmareai',
    name: 'real-esrgan',
    description: 'Real-ESRGAN with optional face correction and adjustable upscale',
    official: true,
    versions: ['f121d640bd286e1fdc67f9799164c1d5be36ff74576ee11c803ae5b665dd46aa'],
    input: {
      image: image('Input image'),
      scale: { type: 'number', choices: [2, 4], default: 4, description: 'Factor to scale image by' },
      face_enhance: {
        type: 'boolean',
        default: false,
        description: 'Run GFPGAN face enhancement along with upscaling',
      },
    },
    imageField: 'image',
    maxInputPx: 2_096_704,
    order: (input) => ({
      tool: input.face_enhance === true ? 'lowrezfix' : 'photoscaler',
      scale: input.scale === 2 ? 2 : 4,
      format: 'png',
    }),
  },
  {
    owner: 'tencentarc',
    name: 'gfpgan',
    description: 'Practical face restoration algorithm for *old photos* or *AI-generated faces*',
    official: false,
    versions: [
      '0fbacf7afc6c144e5be9767cff80f25aff23e52b0708f17e20f9879b2f21516c',
      '9283608cc6b7be6b65a8e44983db012355fde4132009bf99d976b2f0896856a3',
    ],
    input: {
      img: image('Input'),
      version: {
        type: 'string',
        choices: ['v1.2', 'v1.3', 'v1.4', 'RestoreFormer'],
        default: 'v1.4',
        description: 'GFPGAN version. v1.3: better quality. v1.4: more details and better identity.',
      },
      scale: { type: 'number', minimum: 1, maximum: 4, default: 2, description: 'Rescaling factor' },
    },
    imageField: 'img',
    order: (input) => ({ tool: 'pureface', format: 'png', enlarge: Number(input.scale) }),
  },
  {
    owner: 'flux-kontext-apps',
    name: 'text-removal',
    description: 'Remove all text from an image with FLUX.1 Kontext',
    official: true,
    versions: [],
    input: {
      input_image: image('Image to remove text from. Must be jpeg, png, gif, or webp.'),
      aspect_ratio: aspectRatio,
      output_format: outputFormat,
      safety_tolerance: safetyTolerance(2),
      seed,
    },
    imageField: 'input_image',
    order: (input) => ({ tool: 'textremove', format: chosenFormat(input) }),
  },
];

export function modelByName({ owner, name }: { owner: string; name: string }): ReplicateModel | undefined {
  return MODELS.find((model) => model.owner === owner && model.name === name);
}

/** By a bare version id or `owner/name:version`; an official model also by `owner/name`, as Replicate accepts it. */
export function modelByVersion(reference: string): ReplicateModel | undefined {
  const [name, version] = reference.includes('/') ? reference.split(':') : [undefined, reference];
  return MODELS.find((model) => {
    if (name !== undefined && name !== `${model.owner}/${model.name}`) return false;
    return version === undefined ? model.official : model.versions.includes(version);
  });
}
