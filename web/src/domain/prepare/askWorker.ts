/**
 * Sends a request to a new worker and returns its first reply, or null if the worker itself could not run, which says
 * nothing about the request. The worker ends with it.
 */
export async function askWorker<Reply>(start: () => Worker, request: unknown): Promise<Reply | null> {
  const worker = start();
  try {
    return await new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<Reply>) => resolve(data);
      worker.onerror = () => resolve(null);
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
}
