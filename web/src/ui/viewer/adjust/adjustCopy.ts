import type { STRENGTHS, TONES } from '@heirlight/contract/adjustment';

type Strength = (typeof STRENGTHS)[number];
type Tone = (typeof TONES)[number];

/** What the panel of sliders says. */
export const adjustCopy = {
  title: 'Adjust',
  done: 'Done',
  cancel: 'Cancel',
  reset: 'Reset',
  wasReset: 'All sliders show the result',
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

function toned(percent: number, less: string, more: string): string {
  if (percent === 0) return 'As it is';
  return percent < 0 ? `${less} ${-percent}` : `${more} ${percent}`;
}
