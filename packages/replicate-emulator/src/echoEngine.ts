import type { Engine, RestoreJob } from '@heirlight/restore-engine';
import sharp from 'sharp';

const DEFAULT_SCALE = 2;
const ENLARGING: readonly string[] = ['photoscaler', 'lowrezfix'];

/**
 * For load tests: gives the picture back plainly enlarged to the promised size, without a model. Everything around it
 * stays as it is: the API, files, webhooks and signatures.
 */
export function echoEngine(): Engine {
  return {
    workers: 1,
    queueLength: 0,
    async restore({ tool, input, scale = DEFAULT_SCALE, format, onProgress }: RestoreJob) {
      const { width = 1, height = 1 } = await sharp(input).metadata();
      const factor = ENLARGING.includes(tool) ? scale : 1;
      const { data, info } = await sharp(input)
        .resize({ width: width * factor, height: height * factor, kernel: 'nearest' })
        .toFormat(format === 'jpg' ? 'jpeg' : format)
        .toBuffer({ resolveWithObject: true });
      onProgress({ percent: 100, message: 'Done' });
      return { output: data, width: info.width, height: info.height };
    },
    close: async () => undefined,
  };
}
