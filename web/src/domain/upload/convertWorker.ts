/** The worker's side of `convertToJpeg.ts`. */
import { type ConvertReply, encodeBitmap } from './encodeBitmap';

self.onmessage = async ({ data: file }: MessageEvent<Blob>) => {
  const reply: ConvertReply = await encodeBitmap(file);
  self.postMessage(reply);
};
