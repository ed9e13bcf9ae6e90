/** The worker's side of `fileForSaving.ts`. */
import { type ConvertRequest, convertPicture } from './convertPicture';

export type ConvertAnswer = { blob: Blob } | { error: string };

self.onmessage = async ({ data }: MessageEvent<ConvertRequest>) => {
  const answer: ConvertAnswer = await convertPicture(data).then(
    (blob) => ({ blob }),
    (error: unknown) => ({ error: String(error) }),
  );
  self.postMessage(answer);
};
