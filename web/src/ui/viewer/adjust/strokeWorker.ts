/** The worker's side of `strokeWork.ts`. */
import { rowsOf } from '@heirlight/imaging/adjust';
import { strokeRenderers } from './strokeRenderers';
import type { StrokeReply, StrokeRequest } from './strokeWork';

let render: ReturnType<(typeof strokeRenderers)[keyof typeof strokeRenderers]> | null = null;

self.onmessage = ({ data }: MessageEvent<StrokeRequest>) => {
  if ('job' in data) {
    const { job, original, result } = data;
    render = strokeRenderers[job]({ original: rowsOf(original), result: rowsOf(result) });
    return;
  }
  self.postMessage((render?.(data.strokes) ?? null) satisfies StrokeReply);
};
