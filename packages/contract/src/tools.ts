/** Names the client maps to a drawing; kept free of any icon library. */
export type ToolIcon = 'restore' | 'palette' | 'enlarge' | 'face' | 'sharpen' | 'eraser';

/**
 * How a picture came to be, in the terms of https://cv.iptc.org/newscodes/digitalsourcetype/: corrected by an algorithm
 * that invents nothing, edited by generative AI, or made by it.
 */
export const DIGITAL_SOURCE_TYPES = [
  'algorithmicallyEnhanced',
  'compositeWithTrainedAlgorithmicMedia',
  'trainedAlgorithmicMedia',
] as const;
export type DigitalSourceType = (typeof DIGITAL_SOURCE_TYPES)[number];

interface ToolDefinition {
  id: string;
  name: string;
  /** `owner/name` of the Replicate model. The server pins a version where one is needed. */
  model: string;
  description: string;
  icon: ToolIcon;
  /** What a user should expect to wait, in seconds; shown as an estimate while processing. */
  typicalSeconds: number;
  /** What the tool's model does to a picture. Those that draw faces anew count as generative. */
  sourceType: DigitalSourceType;
}

/** The restore tools, in the order the upload dialog shows them. Names and purposes are the spec's. */
export const TOOLS = [
  {
    id: 'deeprestore',
    name: 'DeepRestore',
    model: 'flux-kontext-apps/restore-image',
    description: 'Revives badly damaged photos with facial accuracy and color.',
    icon: 'restore',
    typicalSeconds: 40,
    sourceType: 'compositeWithTrainedAlgorithmicMedia',
  },
  {
    id: 'colorize',
    name: 'Colorize',
    model: 'black-forest-labs/flux-kontext-pro',
    description: 'Colorizes and repairs images with natural tones and detail.',
    icon: 'palette',
    typicalSeconds: 30,
    sourceType: 'compositeWithTrainedAlgorithmicMedia',
  },
  {
    id: 'photoscaler',
    name: 'PhotoScaler',
    model: 'nightmareai/real-esrgan',
    description: 'Boosts resolution with sharp detail, no color or damage fix.',
    icon: 'enlarge',
    typicalSeconds: 30,
    sourceType: 'algorithmicallyEnhanced',
  },
  {
    id: 'pureface',
    name: 'PureFace',
    model: 'tencentarc/gfpgan',
    description: 'Restores faces only, leaving background and damage untouched.',
    icon: 'face',
    typicalSeconds: 20,
    sourceType: 'compositeWithTrainedAlgorithmicMedia',
  },
  {
    id: 'lowrezfix',
    name: 'LowRez-Fix',
    model: 'nightmareai/real-esrgan',
    description: 'Scales low-resolution images and enhances faces, no color or damage fix.',
    icon: 'sharpen',
    typicalSeconds: 30,
    sourceType: 'compositeWithTrainedAlgorithmicMedia',
  },
  {
    id: 'textremove',
    name: 'Text-Remove',
    model: 'flux-kontext-apps/text-removal',
    description: 'Removes watermarks and text.',
    icon: 'eraser',
    typicalSeconds: 20,
    sourceType: 'compositeWithTrainedAlgorithmicMedia',
  },
] as const satisfies readonly ToolDefinition[];

export type ToolId = (typeof TOOLS)[number]['id'];
export type RestoreTool = ToolDefinition & { id: ToolId };
export const TOOL_IDS: readonly ToolId[] = TOOLS.map(({ id }) => id);

export const DEFAULT_TOOL_ID: ToolId = 'deeprestore';

/** The tools whose model a deploy chooses; unless it does, it is the tool's `model`. */
export const TOOLS_WITH_CHOICE = ['deeprestore', 'colorize'] as const satisfies readonly ToolId[];
export type ToolWithChoice = (typeof TOOLS_WITH_CHOICE)[number];

/** A value for each tool whose model a deploy chooses. */
export function perToolWithChoice<T>(
  make: (tool: RestoreTool & { id: ToolWithChoice }) => T,
): Record<ToolWithChoice, T> {
  return Object.fromEntries(TOOLS_WITH_CHOICE.map((id) => [id, make({ ...toolById(id), id })])) as Record<
    ToolWithChoice,
    T
  >;
}

/** Name of the backend's parameter that holds the tool's model, e.g. `COLORIZE_MODEL`. */
export function modelParameter(tool: ToolWithChoice): string {
  return `${tool.toUpperCase()}_MODEL`;
}

export function isToolId(value: unknown): value is ToolId {
  return typeof value === 'string' && TOOLS.some(({ id }) => id === value);
}

/** Returns the tool with this id. */
export function toolById(id: ToolId): RestoreTool {
  const tool = TOOLS.find((candidate) => candidate.id === id);
  if (!tool) throw new Error(`No restore tool has the id ${id}`);
  return tool;
}
