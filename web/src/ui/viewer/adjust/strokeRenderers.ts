import type { Stroke } from '@heirlight/contract/adjustment';
import { createColourStrokes, type Mend, type Rows, type Tint } from '@heirlight/imaging/adjust';
import { mendPictures } from '../../../lib/mendPictures';

/** Both pictures, in the size in which they are compared. */
export interface ReadPictures {
  original: Rows;
  result: Rows;
}

/** What is made of strokes that take long: marks that are mended, and colours that spread. */
export interface Made {
  mend: Mend;
  tint: Tint;
}
export type StrokeJob = keyof Made;

type Renderer<Job extends StrokeJob> = (strokes: readonly Stroke[]) => Made[Job] | null;

/** What makes of strokes what is shown, for two pictures. */
export const strokeRenderers: { [Job in StrokeJob]: (pictures: ReadPictures) => Renderer<Job> } = {
  mend: (pictures) => (strokes) => mendPictures(pictures, strokes),
  tint: ({ result }) => createColourStrokes(result).render,
};
