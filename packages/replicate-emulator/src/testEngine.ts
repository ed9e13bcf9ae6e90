import type { Engine, RestoreJob } from '@heirlight/restore-engine';
import sharp from 'sharp';

/** For tests of the API alone: enlarges plainly and remembers its jobs; `hold()` keeps them from ending. */
export class TestEngine implements Engine {
  readonly jobs: RestoreJob[] = [];
  readonly queueLength = 0;
  readonly workers: number;
  #gate: Promise<void> = Promise.resolve();

  constructor(workers = 1) {
    this.workers = workers;
  }

  hold(): () => void {
    let release = () => {};
    this.#gate = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }

  async restore(job: RestoreJob) {
    this.jobs.push(job);
    const source = await sharp(job.input)
      .metadata()
      .catch(() => {
        throw new Error('This file is not a picture we can read.');
      });
    job.onProgress({ percent: 40, message: 'Mending scratches' });
    await Promise.race([
      this.#gate,
      new Promise((_resolve, reject) => job.signal.addEventListener('abort', () => reject(job.signal.reason))),
    ]);
    const width = source.width * (job.scale ?? 1);
    const { data, info } = await sharp(job.input)
      .resize({ width })
      .toFormat(job.format === 'jpg' ? 'jpeg' : job.format)
      .toBuffer({ resolveWithObject: true });
    job.onProgress({ percent: 100, message: 'Done' });
    return { output: data, width: info.width, height: info.height };
  }

  async close(): Promise<void> {}
}
