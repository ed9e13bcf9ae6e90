/** The six tools: which steps each is made of, in which order. */
import { type Advance, type JobContext, stage } from '../context';
import { type Picture, scaledRect } from '../image/picture';
import { isMonochrome } from '../image/tone';
import {
  type Face,
  FINDER_SIDE_PX,
  findFaces,
  findLargeFaces,
  findLikelyFaces,
  sureOf,
} from '../networks/faceDetector';
import { colourise } from './colourise';
import { denoise } from './denoise';
import { enlarge } from './enlarge';
import { clearFaces } from './faces';
import { removeText } from './removeText';
import { repairDamage } from './repair';
import { keepFacesAndGrain, reviveTone } from './reviveTone';
import { easeSmallFaces } from './smallFaces';
import { unstained } from './unstain';

export interface ToolOptions {
  /** Enlargement of the tools that enlarge. */
  scale: 2 | 4;
}

type Tool = (context: JobContext, picture: Picture, options: ToolOptions) => Promise<Picture>;

/**
 * Removes what would disturb the repair: stains before anything reads the picture's greys, then grain, which hides
 * scratches from the detector and would be painted over them in streaks.
 */
export async function calmed(
  context: JobContext,
  picture: Picture,
  monochrome: boolean,
  range: readonly [number, number],
): Promise<Picture> {
  return await denoise(context, monochrome ? unstained(picture, context.checkpoint) : picture, range);
}

async function cleaned(
  context: JobContext,
  picture: Picture,
  { monochrome, range: [from, to] }: { monochrome: boolean; range: readonly [number, number] },
): Promise<Picture> {
  const middle = (from + to) / 2;
  return await repairDamage(context, await calmed(context, picture, monochrome, [from, middle]), [middle, to]);
}

const facesOf = (context: JobContext, picture: Picture): Promise<Face[]> =>
  findFaces(context.models, picture, context.checkpoint);

const deepRestore: Tool = async (context, picture) => {
  const monochrome = isMonochrome(picture);
  const repaired = await cleaned(context, picture, { monochrome, range: [2, 65] });
  const revived = reviveTone(repaired, monochrome);
  const advance = stage(context, 'Clearing faces', [65, 85]);
  const faces = await facesOf(context, revived);
  const toned = keepFacesAndGrain(revived, repaired, faces);
  const cleared = await clearFaces(context, toned, faces, { least: 0, most: 0.7 }, advance);
  return monochrome ? await colourise(context, cleared, { range: [85, 97], faces }) : cleared;
};

const colorize: Tool = async (context, picture) => {
  const monochrome = isMonochrome(picture);
  const repaired = await cleaned(context, picture, { monochrome, range: [2, 75] });
  const revived = reviveTone(repaired, monochrome);
  const faces = await findLargeFaces(context.models, revived, context.checkpoint);
  const toned = keepFacesAndGrain(revived, repaired, faces);
  return monochrome ? await colourise(context, toned, { range: [75, 97], faces }) : toned;
};

/** The picture enlarged, what may be a small face lightly, and where its faces are. */
async function enlargedWithFaces(
  context: JobContext,
  source: Picture,
  scale: 2 | 4,
  advance: Advance,
): Promise<{ enlarged: Picture; faces: Face[] }> {
  const enlarged = await enlarge(context, source, scale, advance);
  const likely = await likelyFaces(context, source, enlarged);
  return { enlarged: easeSmallFaces(enlarged, { source, scale, faces: likely }), faces: sureOf(likely) };
}

/** Small pictures show their faces better enlarged; the finder shrinks large ones, so the source will do. */
async function likelyFaces({ models, checkpoint }: JobContext, source: Picture, enlarged: Picture): Promise<Face[]> {
  const isSmall = Math.max(source.width, source.height) < FINDER_SIDE_PX;
  if (isSmall) return await findLikelyFaces(models, enlarged, checkpoint);
  const faces = await findLikelyFaces(models, source, checkpoint);
  return faces.map((face) => ({ ...face, ...scaledRect(face, enlarged.width / source.width) }));
}

const photoScaler: Tool = async (context, picture, { scale }) =>
  (await enlargedWithFaces(context, picture, scale, stage(context, 'Enlarging', [2, 97]))).enlarged;

const pureFace: Tool = async (context, picture) => {
  const advance = stage(context, 'Clearing faces', [2, 97]);
  const faces = await facesOf(context, picture);
  return await clearFaces(context, picture, faces, { least: 0.25, most: 0.85 }, advance);
};

/**
 * Faces come last: on the small picture the network took noise for features. The share is small because an enlargement
 * has been through the network once already.
 */
const lowRezFix: Tool = async (context, picture, { scale }) => {
  const advance = stage(context, 'Enlarging', [2, 75]);
  const { enlarged, faces } = await enlargedWithFaces(context, picture, scale, advance);
  const clearing = stage(context, 'Clearing faces', [75, 97]);
  return await clearFaces(context, enlarged, faces, { least: 0, most: 0.5, enlargedBy: scale }, clearing);
};

const textRemove: Tool = (context, picture) => removeText(context, picture, [2, 97]);

/** The tools by name. */
export const TOOL_PIPELINES = {
  deeprestore: deepRestore,
  colorize,
  photoscaler: photoScaler,
  pureface: pureFace,
  lowrezfix: lowRezFix,
  textremove: textRemove,
} satisfies Record<string, Tool>;

export type EngineTool = keyof typeof TOOL_PIPELINES;
export const ENGINE_TOOLS = Object.keys(TOOL_PIPELINES) as EngineTool[];
