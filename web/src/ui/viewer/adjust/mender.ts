import type { Stroke } from '@heirlight/contract/adjustment';
import type { Mend, Rows } from '@heirlight/imaging/adjust';

/** Both pictures, in the size in which they are compared. */
export interface ReadPictures {
  original: Rows;
  result: Rows;
}
type Pixels = Pick<Rows, 'width' | 'height'> & { data: Uint8ClampedArray<ArrayBuffer> };
/** The pictures come first, once; then strokes, each after the reply to those before. */
export type MendRequest = { original: Pixels; result: Pixels } | { strokes: readonly Stroke[] };
export type MendReply = Mend | null;

export interface Mender {
  /** Mends what these strokes cover. Of those that come while others are in work, only the last ones are done. */
  want(strokes: readonly Stroke[]): void;
  close(): void;
}

const pixelsOf = ({ width, height, read }: Rows): Pixels => ({ width, height, data: read(0, height) });

/**
 * Mends small pictures in a worker, and on the page where there is none.
 *
 * @param onMend receives what was made of the last strokes
 */
export function createMender(
  pictures: ReadPictures,
  onMend: (mend: Mend | null, strokes: readonly Stroke[]) => void,
): Mender {
  let worker: Worker | null = new Worker(new URL('./mendWorker.ts', import.meta.url), { type: 'module' });
  let wanted: readonly Stroke[] | null = null;
  let inWork: readonly Stroke[] | null = null;
  let isClosed = false;

  const done = (mend: Mend | null) => {
    const strokes = inWork;
    inWork = null;
    if (isClosed) return;
    if (wanted) next();
    else if (strokes) onMend(mend, strokes);
  };
  const onPage = async (strokes: readonly Stroke[]) => {
    const { mendPictures } = await import('../../../lib/mendPictures');
    done(mendPictures(pictures, strokes));
  };
  const next = () => {
    if (inWork || !wanted) return;
    inWork = wanted;
    wanted = null;
    if (worker) worker.postMessage({ strokes: inWork } satisfies MendRequest);
    else onPage(inWork).catch((error: unknown) => console.error('A mark cannot be mended', error));
  };
  worker.onmessage = ({ data }: MessageEvent<MendReply>) => done(data);
  worker.onerror = () => {
    worker = null;
    wanted ??= inWork;
    inWork = null;
    next();
  };
  worker.postMessage({
    original: pixelsOf(pictures.original),
    result: pixelsOf(pictures.result),
  } satisfies MendRequest);
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
