import type { NotedFace } from '@heirlight/contract/photo';
import { isToolId, type ToolId } from '@heirlight/contract/tools';
import { AppError, messageOf } from '../../platform/errors';
import type { PredictionRequest } from '../../platform/predictionProvider';
import {
  encodeMade,
  type Finish,
  type FinishedPicture,
  finishColouring,
  finishDrawnEdit,
  finishEnlargement,
  finishLocalEdit,
  finishRestoration,
  NotThisPhoto,
  requirePicture,
} from './finish/finish';
import { type FindFaces, keepFaces, OtherPeople } from './finish/sameFaces';
import { type Framed, framed, reducedTo, type Size } from './inputSize';
import { flux2Pro, GFPGAN, kontext, type Model, type Price, realEsrgan } from './models';

const COLORIZE_PROMPT =
  'Colorize this old photograph with natural, historically plausible tones and repair scratches, tears, stains and ' +
  'fading. Keep every face, expression, pose, hand, object and the composition exactly as they are.';
const RESTORE_PROMPT =
  'Restore this damaged old photograph: repair scratches, tears, stains and fading, and bring back natural colors. ' +
  'Keep every face, expression, pose, hand, object and the composition exactly as they are.';

interface ToolRecipe {
  /** Those that a deploy may choose for the tool; the first unless it says otherwise. */
  models: readonly [Model, ...Model[]];
  /** What is done to the output with the original's help, so that the tool keeps its promise. */
  finish: Finish;
}

const RECIPES: Record<ToolId, ToolRecipe> = {
  deeprestore: {
    models: [kontext('flux-kontext-apps/restore-image', {}), flux2Pro(RESTORE_PROMPT)],
    finish: finishRestoration,
  },
  colorize: {
    models: [
      kontext('black-forest-labs/flux-kontext-pro', { prompt: COLORIZE_PROMPT, aspect_ratio: 'match_input_image' }),
      flux2Pro(COLORIZE_PROMPT),
    ],
    finish: finishColouring,
  },
  photoscaler: { models: [realEsrgan({ enhancesFaces: false })], finish: finishEnlargement },
  pureface: { models: [GFPGAN], finish: finishLocalEdit },
  lowrezfix: { models: [realEsrgan({ enhancesFaces: true })], finish: finishEnlargement },
  textremove: {
    models: [kontext('flux-kontext-apps/text-removal', { aspect_ratio: 'match_input_image' })],
    finish: finishDrawnEdit,
  },
};

/** The names (`owner/name`) of the models that a deploy may choose for a tool, the default first. */
export const modelNames = (tool: ToolId): string[] => RECIPES[tool].models.map(({ name }) => name);

/** Which model a deploy has chosen for a tool (`owner/name`); the tool's default where it has not. */
export type ChosenModels = Readonly<Partial<Record<ToolId, string>>>;

/** @throws AppError `internal` for a tool that was retired since the photo was made, and for an unknown model */
function recipeOf(tool: string, chosen: ChosenModels): { model: Model; finish: Finish } {
  if (!isToolId(tool)) throw new AppError('internal', `There is no tool ${tool}`);
  const { models, finish } = RECIPES[tool];
  const name = chosen[tool];
  const model = name === undefined ? models[0] : models.find((one) => one.name === name);
  if (!model) throw new AppError('internal', `The tool ${tool} has no recipe for the model ${name}`);
  return { model, finish };
}

interface PredictionJob {
  tool: string;
  imageUrl: string;
  /** Of the photo, in pixels; null in documents from before sizes were kept. */
  size: Size | null;
  webhookUrl: string;
  /** Null lets the model choose. */
  seed: number | null;
}

/** Where a photo's size is not known, its model is asked for a picture of this one, in pixels. */
const UNKNOWN_SIZE: Size = { width: 1_024, height: 1_024 };

/** The provider's request for one restore. */
export function predictionRequest(job: PredictionJob, chosen: ChosenModels): PredictionRequest {
  const { model } = recipeOf(job.tool, chosen);
  const size = job.size ?? UNKNOWN_SIZE;
  const framed = inputOf(model, size);
  const shown = framed
    ? { width: framed.size.width + 2 * framed.margin.x, height: framed.size.height + 2 * framed.margin.y }
    : size;
  const input = model.input(job.imageUrl, shown);
  if (model.takesSeed && job.seed !== null) input.seed = job.seed;
  return { model: model.name, version: model.version, input, webhookUrl: job.webhookUrl };
}

/** What a job costs with the named model, or else with the tool's first one. */
export function priceOf(tool: ToolId, model: string | null): Price {
  const { models } = RECIPES[tool];
  return (models.find(({ name }) => name === model) ?? models[0]).price;
}

export const takesSeed = (tool: string, chosen: ChosenModels): boolean => recipeOf(tool, chosen).model.takesSeed;

function inputOf({ most, widest }: Model, size: Size): Framed | null {
  const inBorder = widest === null ? null : framed(widest, size);
  const reduced = most && reducedTo(most, size);
  return inBorder ?? (reduced && { size: reduced, margin: { x: 0, y: 0 } });
}

/** How this tool's model gets to see a picture of this size, or null when it may stay as it is. */
export const modelInput = (tool: string, size: Size, chosen: ChosenModels): Framed | null =>
  inputOf(recipeOf(tool, chosen).model, size);

/** A finished picture, and its faces; null where they could not be looked for. */
export interface Finished extends FinishedPicture {
  faces: NotedFace[] | null;
}

interface FinishJob {
  tool: string;
  models: ChosenModels;
  /** Reads the photo as it is stored. */
  readOriginal: () => Promise<Buffer>;
  output: Buffer;
  findFaces: FindFaces;
  /** Takes why faces could not be looked for: no restore fails for that. */
  onNoFaces: (reason: string) => void;
}

/**
 * Turns a model's output into the restored picture.
 *
 * @throws AppError `bad_output` when the output is no whole picture of acceptable size, `not_this_photo` when it shows
 *   another one, or other people, `internal` for a retired tool; what `readOriginal` throws
 */
export async function finishPicture(job: FinishJob): Promise<Finished> {
  const { readOriginal, output, findFaces, onNoFaces } = job;
  const { model, finish } = recipeOf(job.tool, job.models);
  // Outside: what storage throws is no fault of the output.
  const original = await readOriginal();
  try {
    await requirePicture(output);
    const made = await finish({ original, output, most: model.most, widest: model.widest });
    const faces = await keepFaces(made.photo, made.picture, findFaces).catch((error: unknown) => {
      if (error instanceof OtherPeople) throw error;
      onNoFaces(messageOf(error));
      return null;
    });
    return { ...(await encodeMade(made)), faces };
  } catch (error) {
    const isAnother = error instanceof NotThisPhoto || error instanceof OtherPeople;
    if (isAnother) throw new AppError('not_this_photo', messageOf(error), { cause: error });
    throw new AppError('bad_output', `Not a usable picture: ${messageOf(error)}`, { cause: error });
  }
}
