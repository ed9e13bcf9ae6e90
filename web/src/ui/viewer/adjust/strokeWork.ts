import type { Stroke } from '@heirlight/contract/adjustment';
import type { Rows } from '@heirlight/imaging/adjust';
import type { Made, ReadPictures, StrokeJob } from './strokeRenderers';

type Pixels = Pick<Rows, 'width' | 'height'> & { data: Uint8ClampedArray<ArrayBuffer> };
/** The job and the pictures come first, once; then strokes, each after the reply to those before. */
export type StrokeRequest = { job: StrokeJob; original: Pixels; result: Pixels } | { strokes: readonly Stroke[] };
export type StrokeReply = Made[StrokeJob] | null;

export interface StrokeWork {
  /** Makes what these strokes show. Of those that come while others are in work, only the last ones are done. */
  want(strokes: readonly Stroke[]): void;
  close(): void;
}

const pixelsOf = ({ width, height, read }: Rows): Pixels => ({ width, height, data: read(0, height) });

/**
 * Makes in a worker what strokes show on small pictures, and on the page where there is none.
 *
 * @param onMade receives what was made of the last strokes
 */
export function createStrokeWork<Job extends StrokeJob>(
  job: Job,
  pictures: ReadPictures,
  onMade: (made: Made[Job] | null, strokes: readonly Stroke[]) => void,
): StrokeWork {
  let worker: Worker | null = new Worker(new URL('./strokeWorker.ts', import.meta.url), { type: 'module' });
  let wanted: readonly Stroke[] | null = null;
  let inWork: readonly Stroke[] | null = null;
  let isClosed = false;

  const done = (made: Made[Job] | null) => {
    const strokes = inWork;
    inWork = null;
    if (isClosed) return;
    if (wanted) next();
    else if (strokes) onMade(made, strokes);
  };
  const onPage = async (strokes: readonly Stroke[]) => {
    const { strokeRenderers } = await import('./strokeRenderers');
    done(strokeRenderers[job](pictures)(strokes));
  };
  const next = () => {
    if (inWork || !wanted) return;
    inWork = wanted;
    wanted = null;
    if (worker) worker.postMessage({ strokes: inWork } satisfies StrokeRequest);
    else onPage(inWork).catch((error: unknown) => console.error('A stroke cannot be shown', error));
  };
  worker.onmessage = ({ data }: MessageEvent<Made[Job] | null>) => done(data);
  worker.onerror = () => {
    worker = null;
    wanted ??= inWork;
    inWork = null;
    next();
  };
  worker.postMessage({
    job,
    original: pixelsOf(pictures.original),
    result: pixelsOf(pictures.result),
  } satisfies StrokeRequest);
  return {
    want(strokes) {
      wanted = strokes;
      next();
    },
    close() {
      isClosed = true;
      worker?.terminate();
    },
  };
}
