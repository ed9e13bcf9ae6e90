/** An engine for one test file: started before its tests, closed after them. */
import { afterAll, beforeAll } from '@jest/globals';
import type { Picture } from '../core/image/picture';
import type { Engine, EngineTool, RestoreJob } from '../node/api';
import { decodePicture } from '../node/decode';
import { createEngine } from '../node/engine';
import { toPng } from './photos';
import { bundleWorker, modelFolder } from './workerBundle';

export interface TestEngine {
  /** The engine itself; only within a test. */
  current(): Engine;
  /** A picture through a tool, as PNG both ways. */
  restore(tool: EngineTool, picture: Picture, more?: Partial<RestoreJob>): Promise<Picture>;
}

/** @param bundleName of the worker's bundle; test files run side by side and must not share one */
export function startTestEngine(bundleName: string, userModelFolder?: string): TestEngine {
  let engine: Engine;
  beforeAll(() => {
    const workerFile = bundleWorker(bundleName);
    engine = createEngine({ workers: 1, workerFile, modelFolder: modelFolder(), userModelFolder });
  });
  afterAll(() => engine.close());

  return {
    current: () => engine,
    restore: async (tool, picture, more = {}) => {
      const { output } = await engine.restore({
        tool,
        input: await toPng(picture),
        format: 'png',
        signal: new AbortController().signal,
        onProgress: () => undefined,
        ...more,
      });
      return await decodePicture(output);
    },
  };
}
