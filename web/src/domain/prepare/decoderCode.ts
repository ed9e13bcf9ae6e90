/** A decoder could not be downloaded. That says nothing about the photo. */
export class DecoderLost extends Error {}

/** @throws DecoderLost if the download fails */
export async function decoderCode<Code>(download: Promise<Code>): Promise<Code> {
  try {
    return await download;
  } catch (cause) {
    throw new DecoderLost('A decoder could not be downloaded', { cause });
  }
}

async function bytesOf(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  return response.arrayBuffer();
}

/**
 * Returns a decoder's WebAssembly code.
 *
 * @throws DecoderLost if the download fails
 */
export const decoderWasm = (url: string): Promise<ArrayBuffer> => decoderCode(bytesOf(url));
