/** Enough for every photo a phone or a scanner makes, and little enough for a suite's memory. */
const MAX_INPUT_BYTES = 25 * 1024 * 1024;
const FETCH_TIMEOUT_MS = 30_000;

/** Why a prediction's picture could not be read; the message becomes the prediction's error. */
class InputImageError extends Error {}

async function download(url: string, signal: AbortSignal): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(FETCH_TIMEOUT_MS)]) });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new InputImageError(`${response.status} ${response.statusText} for url: ${url}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAX_INPUT_BYTES) throw new InputImageError(`The input file is larger than ${MAX_INPUT_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The picture behind an http(s) URL or a base64 data URI.
 * @throws InputImageError when it cannot be fetched in 30 seconds or is larger than MAX_INPUT_BYTES
 */
export async function readInputImage(reference: string, signal: AbortSignal): Promise<Buffer> {
  if (reference.startsWith('data:')) return Buffer.from(reference.slice(reference.indexOf(',') + 1), 'base64');
  try {
    return await download(reference, signal);
  } catch (error) {
    if (error instanceof InputImageError) throw error;
    const { message, cause } = error as Error;
    throw new InputImageError(`Could not fetch ${reference}: ${cause instanceof Error ? cause.message : message}`);
  }
}
