/** The worker's side of `mender.ts`. */
import { rowsOf } from '@heirlight/imaging/adjust';
import { mendPictures } from '../../../lib/mendPictures';
import type { MendReply, MendRequest, ReadPictures } from './mender';

let pictures: ReadPictures | null = null;

self.onmessage = ({ data }: MessageEvent<MendRequest>) => {
  if ('original' in data) {
    pictures = { original: rowsOf(data.original), result: rowsOf(data.result) };
    return;
  }
  const reply: MendReply = pictures && mendPictures(pictures, data.strokes);
  self.postMessage(reply, { transfer: reply ? [reply.original.buffer, reply.result.buffer] : [] });
};
