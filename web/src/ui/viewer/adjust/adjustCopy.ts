import type { STRENGTHS, STROKE_KINDS, TONES, TOUCH_UP_KINDS } from '@heirlight/contract/adjustment';
import type { ColourGroup, PALETTE } from './palette';

type Strength = (typeof STRENGTHS)[number];
type Tone = (typeof TONES)[number];

/** What the panel of sliders says. */
export const adjustCopy = {
  title: 'Adjust',
  done: 'Done',
  cancel: 'Cancel',
  save: 'Save',
  saving: 'Saving...',
  close: 'Close',
  reset: 'Reset',
  /** Asked before changes are lost. */
  discard: {
    title: 'Discard Your Changes?',
    text: 'They are not kept yet, and cannot be brought back.',
    yes: 'Discard',
    no: 'Go On Adjusting',
    close: 'Close',
  },
  wasReset: 'Nothing is adjusted',
  parts: { strength: 'Strength', tones: 'Warmth and Contrast', brush: 'Touch Up', colour: 'Color' },
  brushes: {
    protect: 'Bring Original Back',
    restore: 'Show Restored',
    mend: 'Mend a Mark',
  } satisfies Record<(typeof TOUCH_UP_KINDS)[number], string>,
  brushHints: {
    protect: 'Paint on the photo. A gray or brown print keeps its new colors.',
    restore: 'Paint on the photo.',
    mend: 'Paint over a scratch or spot, a little beyond its rim.',
    colour: 'Touch the photo. It spreads to the edges.',
  } satisfies Record<(typeof STROKE_KINDS)[number], string>,
  /** Behind what is said of touching up. */
  zoomByFinger: ' Two fingers zoom.',
  zoomByHand: ' The wheel zooms.',
  coloursTitle: 'What to color',
  takeAway: 'Take Color Away',
  takeAwayHint: 'Touch a color. It goes as far as it spread.',
  takenAway: 'Color taken away',
  anyColour: 'Any color',
  /** Seen beside it: part of its name, so that it can be called by voice. */
  anyColourSeen: 'Any',
  /** Of a face. */
  colourFaces: 'Color without a brush',
  colourFace: (at: number, of: number) => (of === 1 ? 'Color the Face' : `Color Face ${at}`),
  reach: 'Spreads',
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
  ring: 'Brush. Arrow keys move it, Space applies it, [ and ] change its size, + and - zoom',
  ringAt: (across: number, down: number) => `${across}% across, ${down}% down`,
  applied: {
    protect: 'The original is back here',
    restore: 'The restored photo is shown here',
    mend: 'Mended from what is around it',
    colour: 'Colored',
  } satisfies Record<(typeof STROKE_KINDS)[number], string>,
  full: {
    title: 'No More Strokes',
    description: 'This photo holds as many strokes as can be kept. Undo some, or choose a larger brush.',
    destructive: true,
  },
  /** Of `PALETTE`. A colour's name says all of it, as nobody who listens sees the group. */
  palette: {
    skin: {
      title: 'Skin',
      fair: 'Fair skin',
      light: 'Light skin',
      olive: 'Olive skin',
      brown: 'Brown skin',
      dark: 'Dark skin',
    },
    hair: {
      title: 'Hair',
      black: 'Black hair',
      brown: 'Brown hair',
      auburn: 'Auburn hair',
      blond: 'Blond hair',
      grey: 'Gray hair',
    },
    eyes: {
      title: 'Eyes',
      blue: 'Blue eyes',
      grey: 'Gray eyes',
      green: 'Green eyes',
      hazel: 'Hazel eyes',
      brown: 'Brown eyes',
    },
    cloth: {
      title: 'Cloth',
      navy: 'Navy cloth',
      wine: 'Wine red cloth',
      bottle: 'Bottle green cloth',
      brown: 'Brown cloth',
      cream: 'Cream cloth',
    },
    wood: { title: 'Wood', oak: 'Oak', walnut: 'Walnut', mahogany: 'Mahogany' },
    sky: { title: 'Sky', blue: 'Blue sky', pale: 'Pale sky', dusk: 'Evening sky' },
    plants: { title: 'Plants', grass: 'Grass', leaves: 'Leaves', straw: 'Straw' },
  } satisfies { [Group in ColourGroup]: Record<'title' | keyof (typeof PALETTE)[Group]['colours'], string> },
  /** Names, and what a slider does where its name does not say it. */
  names: {
    repair: 'Repair',
    colour: 'Color',
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
