import type { STRENGTHS, STROKE_KINDS, TONES } from '@heirlight/contract/adjustment';

type Strength = (typeof STRENGTHS)[number];
type Tone = (typeof TONES)[number];

/** What the panel of sliders says. */
export const adjustCopy = {
  title: 'Adjust',
  done: 'Done',
  cancel: 'Cancel',
  reset: 'Reset',
  wasReset: 'All sliders show the result',
  parts: { sliders: 'Strength', brush: 'Touch Up' },
  brushes: {
    protect: 'Bring Original Back',
    restore: 'Show Restored',
    mend: 'Mend a Mark',
  } satisfies Record<(typeof STROKE_KINDS)[number], string>,
  brushHints: {
    protect: 'Paint on the photo. Two fingers zoom.',
    restore: 'Paint on the photo. Two fingers zoom.',
    mend: 'Paint over a scratch or spot, a little beyond its rim.',
  } satisfies Record<(typeof STROKE_KINDS)[number], string>,
  size: 'Brush size',
  /** Its width, of the longer side of the photo. */
  sizePercent: (percent: number) => `${percent}%`,
  sizeWords: (percent: number) => `${percent}% of the photo`,
  edges: 'Keep to Edges',
  undo: 'Undo',
  redo: 'Redo',
  wasUndone: (left: number) => `Undone. ${strokes(left)}`,
  wasRedone: (left: number) => `Done again. ${strokes(left)}`,
  face: (at: number, of: number) => (of === 1 ? 'Whole Face' : `Whole Face ${at}`),
  facesTitle: 'Without a brush',
  ring: 'Brush. Arrow keys move it, Space applies it, [ and ] change its size',
  ringAt: (across: number, down: number) => `${across}% across, ${down}% down`,
  applied: {
    protect: 'The original is back here',
    restore: 'The restored photo is shown here',
    mend: 'Mended from what is around it',
  } satisfies Record<(typeof STROKE_KINDS)[number], string>,
  full: {
    title: 'No More Strokes',
    description: 'This photo holds as many strokes as can be kept. Undo some, or choose a larger brush.',
    destructive: true,
  },
  /** Names, and what a slider does where its name does not say it. */
  names: {
    repair: 'Repair',
    colour: 'Colour',
    faces: 'Faces',
    sharpness: 'Sharpness',
    warmth: 'Warmth',
    contrast: 'Contrast',
  } satisfies Record<Strength | Tone, string>,
  /** Of 0..100: how much of the result is taken. */
  strength: (percent: number) => {
    if (percent === 0) return 'Original';
    return percent === 100 ? 'Full' : `${percent}%`;
  },
  /** Of -100..100. */
  tones: {
    warmth: (percent: number) => toned(percent, 'Cooler', 'Warmer'),
    contrast: (percent: number) => toned(percent, 'Softer', 'Stronger'),
  } satisfies Record<Tone, (percent: number) => string>,
};

const strokes = (count: number) => (count === 1 ? '1 stroke' : `${count} strokes`);

function toned(percent: number, less: string, more: string): string {
  if (percent === 0) return 'As it is';
  return percent < 0 ? `${less} ${-percent}` : `${more} ${percent}`;
}
