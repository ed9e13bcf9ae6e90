import type { ToolId } from '@heirlight/contract/tools';

/**
 * What is downloaded for it, in millions of bytes on the wire: onnxruntime, two networks, the worker.
 * web/scripts/quickLook.test.ts compares it with the files.
 */
export const QUICK_LOOK_MEGABYTES = 8;

/** The tools that repair and colour; of the others' networks a browser would have to download far more. */
const TOOLS: readonly ToolId[] = ['deeprestore', 'colorize'];

/** Two small pictures of one size, in pixels. */
export interface QuickLook {
  before: Blob;
  after: Blob;
  width: number;
  height: number;
}

/** No WebAssembly here, no download, too little memory, no visible change, or anything else. */
export type QuickLookProblem = 'unsupported' | 'download' | 'memory' | 'nothing' | 'failed';

/** From the worker. */
export type QuickLookMessage =
  | { kind: 'working'; percent: number }
  | { kind: 'done'; look: QuickLook }
  | { kind: 'failed'; problem: QuickLookProblem };

export interface QuickLookOptions {
  /** Ends the worker. The promise stays open then: nobody waits for it any more. */
  signal: AbortSignal;
  /** Called when everything is downloaded, and then with what is done, 0 to 100. */
  onWork(percent: number): void;
}

/** Whether there is a quick look at what this tool does, in this browser. */
export const hasQuickLook = (toolId: ToolId): boolean =>
  TOOLS.includes(toolId) && typeof OffscreenCanvas !== 'undefined';

/**
 * Makes a first look at a restored photo on this device, in a worker that ends with it. Nothing of the photo is sent.
 */
export function takeQuickLook(
  photo: Blob,
  { signal, onWork }: QuickLookOptions,
): Promise<QuickLook | QuickLookProblem> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./quickLookWorker.ts', import.meta.url), { type: 'module' });
    const end = (result: QuickLook | QuickLookProblem) => {
      worker.terminate();
      resolve(result);
    };
    signal.addEventListener('abort', () => worker.terminate(), { once: true });
    // Its code did not arrive, or it was ended by the system.
    worker.onerror = () => end('download');
    worker.onmessage = ({ data }: MessageEvent<QuickLookMessage>) => {
      if (data.kind === 'working') onWork(data.percent);
      else end(data.kind === 'done' ? data.look : data.problem);
    };
    worker.postMessage(photo);
  });
}
