/** The worker's side of the conversion; `convertToJpeg.ts` is the page's. */
import { type ConvertReply, encodeBitmap } from './encodeBitmap';

self.onmessage = async ({ data: file }: MessageEvent<Blob>) => {
  const reply: ConvertReply = await encodeBitmap(file);
  self.postMessage(reply);
};
