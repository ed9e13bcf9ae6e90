import { type InferOutput, literal, maxValue, minValue, number, object, pipe } from 'valibot';

/** How much of the result is taken; the rest is the original's. 0 shows the original, 1 the result. */
export const STRENGTHS = ['repair', 'colour', 'faces', 'sharpness'] as const;
/** What is changed in the picture that comes of them. 0 changes nothing. */
export const TONES = ['warmth', 'contrast'] as const;

const strength = () => pipe(number(), minValue(0), maxValue(1));
const tone = () => pipe(number(), minValue(-1), maxValue(1));

/** How a restored photo is adjusted by hand. What each number does: `@heirlight/imaging/adjust`. */
export const adjustmentFields = object({
  version: literal(1),
  repair: strength(),
  colour: strength(),
  faces: strength(),
  sharpness: strength(),
  warmth: tone(),
  contrast: tone(),
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

/** Whether an adjustment leaves the result as it is. */
export const isPlainResult = (adjustment: Adjustment): boolean =>
  [...STRENGTHS, ...TONES].every((name) => adjustment[name] === PLAIN_RESULT[name]);
