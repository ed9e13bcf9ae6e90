/** The six tools: which steps each is made of, in which order. */
import type { EngineTool } from '../api';
import { type JobContext, stage } from '../context';
import type { Picture } from '../image/picture';
import { isMonochrome } from '../image/tone';
import { colourise } from './colourise';
import { denoise } from './denoise';
import { enlarge } from './enlarge';
import { clearFaces } from './faces';
import { removeText } from './removeText';
import { repairDamage } from './repair';
import { reviveTone } from './reviveTone';

export interface ToolOptions {
  /** Enlargement of the tools that enlarge. */
  scale: 2 | 4;
}

type Tool = (context: JobContext, picture: Picture, options: ToolOptions) => Promise<Picture>;

/** Grain first: it hides scratches from the detector, and what is painted over a scratch would be streaks of grain. */
async function cleaned(context: JobContext, picture: Picture, [from, to]: readonly [number, number]): Promise<Picture> {
  const middle = (from + to) / 2;
  const calm = await denoise(context, picture, [from, middle]);
  return (await repairDamage(context, calm, [middle, to])).picture;
}

const deepRestore: Tool = async (context, picture) => {
  const monochrome = isMonochrome(picture);
  const toned = reviveTone(await cleaned(context, picture, [2, 65]), monochrome);
  const faces = await clearFaces(context, toned, { least: 0, most: 0.7 }, stage(context, 'Clearing faces', [65, 85]));
  return monochrome ? await colourise(context, faces, [85, 97]) : faces;
};

const colorize: Tool = async (context, picture) => {
  const monochrome = isMonochrome(picture);
  const toned = reviveTone(await cleaned(context, picture, [2, 75]), monochrome);
  return monochrome ? await colourise(context, toned, [75, 97]) : toned;
};

const photoScaler: Tool = (context, picture, { scale }) =>
  enlarge(context, picture, scale, stage(context, 'Enlarging', [2, 97]));

const pureFace: Tool = (context, picture) =>
  clearFaces(context, picture, { least: 0.25, most: 0.85 }, stage(context, 'Clearing faces', [2, 97]));

/**
 * Faces last: on the enlarged picture the pass comes nearer to the truth, on the small one it took noise for features. A small share,
 * because an enlargement has been through the network once already.
 */
const lowRezFix: Tool = async (context, picture, { scale }) => {
  const enlarged = await enlarge(context, picture, scale, stage(context, 'Enlarging', [2, 75]));
  return await clearFaces(context, enlarged, { least: 0, most: 0.35 }, stage(context, 'Clearing faces', [75, 97]));
};

const textRemove: Tool = (context, picture) => removeText(context, picture, [2, 97]);

export const TOOL_PIPELINES: Record<EngineTool, Tool> = {
  deeprestore: deepRestore,
  colorize,
  photoscaler: photoScaler,
  pureface: pureFace,
  lowrezfix: lowRezFix,
  textremove: textRemove,
};
