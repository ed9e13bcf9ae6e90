import type { Stroke } from '@heirlight/contract/adjustment';
import type { Made, ReadPictures, StrokeJob } from './strokeRenderers';
import { createStrokeWork, type StrokeWork } from './strokeWork';

const KIND = { mend: 'mend', tint: 'colour' } as const satisfies Record<StrokeJob, Stroke['kind']>;

const areSame = (some: readonly Stroke[], others: readonly Stroke[]) =>
  some.length === others.length && some.every((stroke, at) => stroke === others[at]);

/** What the strokes of one kind make of a picture. It comes from a worker, some time after they are painted. */
export interface StrokeLayer<Job extends StrokeJob> {
  /** What was made last; null is nothing. */
  made(): Made[Job] | null;
  /**
   * Has the strokes of this kind made, unless one is being painted. Returns those that are not shown yet.
   *
   * @param strokes of all kinds
   */
  follow(strokes: readonly Stroke[], pictures: ReadPictures, isPainting: boolean): readonly Stroke[];
  /** The pictures are others from now on: what was made of them stays until the next is. */
  forget(): void;
}

/**
 * @param onMade receives what is to be shown; null is nothing. It may come while `follow` runs
 * @param onLater is called after that where it came from the worker
 */
export function createStrokeLayer<Job extends StrokeJob>(
  job: Job,
  onMade: (made: Made[Job] | null) => void,
  onLater: () => void,
): StrokeLayer<Job> {
  /** Made with the first stroke. */
  let work: StrokeWork | null = null;
  let shown: Made[Job] | null = null;
  /** What is shown, and what was asked for. */
  let shownBy: readonly Stroke[] = [];
  let asked: readonly Stroke[] = [];
  const show = (made: Made[Job] | null, by: readonly Stroke[]) => {
    shown = made;
    shownBy = by;
    onMade(made);
  };
  return {
    made: () => shown,
    follow(all, pictures, isPainting) {
      const strokes = all.filter(({ kind }) => kind === KIND[job]);
      if (strokes.length === 0) {
        asked = strokes;
        if (shown) show(null, strokes);
      } else if (!isPainting && !areSame(strokes, asked)) {
        asked = strokes;
        work ??= createStrokeWork(job, pictures, (made, by) => {
          if (by !== asked) return;
          show(made, by);
          onLater();
        });
        work.want(strokes);
      }
      return strokes.filter((stroke) => !shownBy.includes(stroke));
    },
    forget() {
      work?.close();
      work = null;
      asked = [];
    },
  };
}
