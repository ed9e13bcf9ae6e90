import {
  array,
  boolean,
  check,
  exactOptional,
  type InferOutput,
  integer,
  literal,
  maxLength,
  maxValue,
  minLength,
  minValue,
  nullable,
  number,
  object,
  picklist,
  pipe,
  regex,
  string,
} from 'valibot';

/** How much of the result is taken; the rest is the original's. 0 shows the original, 1 the result. */
export const STRENGTHS = ['repair', 'colour', 'faces', 'sharpness'] as const;
/** What is changed in the picture that comes of them. 0 changes nothing. */
export const TONES = ['warmth', 'contrast'] as const;

const strength = () => pipe(number(), minValue(0), maxValue(1));
const tone = () => pipe(number(), minValue(-1), maxValue(1));

/** What a brush does: brings the original back, takes that away again, or mends a mark from what is around it. */
export const TOUCH_UP_KINDS = ['protect', 'restore', 'mend'] as const;
/** `colour` spreads from what it touched over what looks like that. */
export const STROKE_KINDS = [...TOUCH_UP_KINDS, 'colour'] as const;
/** A point of a stroke is noted in so many steps along each side of the picture. */
export const STROKE_STEPS = 4_096;
export const STROKE_LIMITS = {
  /** Strokes of one photo. */
  strokes: 400,
  /** Points of one stroke. */
  points: 500,
  /** Shares of the picture's longer side. */
  radius: { least: 0.002, most: 0.5 },
  /** Of all strokes, as JSON. A document of Firestore takes 1 MiB, and all else of a photo needs little of it. */
  jsonCharacters: 100_000,
} as const;

const strokeShape = object({
  kind: picklist(STROKE_KINDS),
  /** Of `colour` strokes only: sRGB. Null takes away what colour strokes before it gave. */
  colour: exactOptional(nullable(pipe(string(), regex(/^#[0-9a-f]{6}$/)))),
  /** Beyond it nothing changes, as a share of the picture's longer side. */
  radius: pipe(number(), minValue(STROKE_LIMITS.radius.least), maxValue(STROKE_LIMITS.radius.most)),
  /** Whether it spares what looks unlike the places that its middle went over. `mend` ignores it. */
  edges: boolean(),
  /** x and y of each point in turn, in `STROKE_STEPS` of the picture's width and height. Firestore nests no arrays. */
  points: pipe(
    array(pipe(number(), integer(), minValue(0), maxValue(STROKE_STEPS))),
    minLength(2),
    maxLength(2 * STROKE_LIMITS.points),
    check((points) => points.length % 2 === 0, 'A point has x and y'),
  ),
});
const strokeFields = pipe(
  strokeShape,
  check(({ kind, colour }) => (kind === 'colour') === (colour !== undefined), 'A colour stroke has a colour'),
);
export type Stroke = Readonly<InferOutput<typeof strokeShape>>;

/** Whether the strokes of one photo are few and small enough to be kept. */
export const areKeepable = (strokes: readonly Stroke[]): boolean =>
  strokes.length <= STROKE_LIMITS.strokes && JSON.stringify(strokes).length <= STROKE_LIMITS.jsonCharacters;

/** How a photo is adjusted by hand: a restored one, or one that is its own result. What each number does: `@heirlight/imaging/adjust`. */
export const adjustmentFields = object({
  version: literal(1),
  repair: strength(),
  colour: strength(),
  faces: strength(),
  sharpness: strength(),
  warmth: tone(),
  contrast: tone(),
  /** In the order in which they were painted. None is no key. */
  strokes: exactOptional(
    pipe(
      array(strokeFields),
      minLength(1),
      maxLength(STROKE_LIMITS.strokes),
      check((strokes) => areKeepable(strokes), 'Too many strokes'),
    ),
  ),
});
export type Adjustment = Readonly<InferOutput<typeof adjustmentFields>>;

/** Shows the result as it is. */
export const PLAIN_RESULT: Adjustment = {
  version: 1,
  repair: 1,
  colour: 1,
  faces: 1,
  sharpness: 1,
  warmth: 0,
  contrast: 0,
};

/** Whether two adjustments do the same. */
export const isSameAdjustment = (one: Adjustment, other: Adjustment): boolean =>
  [...STRENGTHS, ...TONES].every((name) => one[name] === other[name]) &&
  JSON.stringify(one.strokes ?? []) === JSON.stringify(other.strokes ?? []);

/** Whether an adjustment leaves the result as it is. */
export const isPlainResult = (adjustment: Adjustment): boolean => isSameAdjustment(adjustment, PLAIN_RESULT);
