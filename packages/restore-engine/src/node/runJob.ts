/** One job from file to file. Runs inside a worker; knows nothing of threads. */

import type { JobContext } from '../core/context';
import { TOOL_PIPELINES } from '../core/pipelines/tools';
import type { EngineTool, OutputFormat, Progress, RestoreResult } from './api';
import { decodePicture } from './decode';
import { encodePicture } from './encode';

export interface JobRequest {
  tool: EngineTool;
  input: Buffer;
  scale: 2 | 4;
  format: OutputFormat;
}

/** @throws EngineError */
export async function runJob(request: JobRequest, context: JobContext): Promise<RestoreResult> {
  const steady = steadily(context);
  steady.onProgress({ percent: 0, message: 'Opening the photo' });
  const picture = await decodePicture(request.input);
  const restored = await TOOL_PIPELINES[request.tool](steady, picture, { scale: request.scale });
  steady.onProgress({ percent: 98, message: 'Saving the result' });
  const output = await encodePicture(restored, request.format);
  steady.onProgress({ percent: 100, message: 'Done' });
  return { output, width: restored.width, height: restored.height };
}

/** Progress that never falls and is told only when it changes. */
function steadily(context: JobContext): JobContext {
  let last: Progress = { percent: -1, message: '' };
  return {
    ...context,
    onProgress({ percent, message }) {
      const next = { percent: Math.max(last.percent, percent), message };
      if (next.percent === last.percent && next.message === last.message) return;
      last = next;
      context.onProgress(next);
    },
  };
}
