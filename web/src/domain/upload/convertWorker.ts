/** The worker's side of `convertToJpeg.ts`. */
import { type ConvertReply, type ConvertRequest, encodeBitmap } from '../prepare/encodeBitmap';

self.onmessage = async ({ data: request }: MessageEvent<ConvertRequest>) => {
  const reply: ConvertReply = await encodeBitmap(request);
  self.postMessage(reply);
};
