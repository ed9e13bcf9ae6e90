/** Finds model files and keeps their sessions. A model is loaded when a job first needs it. */
import { access } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { EngineError } from '../errors';
import { nativeCall } from './nativeCalls';

/** The shipped models, by what they do. `<name>.onnx` in the model folder; a file of the same name of the user's own goes first. */
export const MODEL_NAMES = ['damage', 'torn', 'upscaler', 'faces', 'text', 'inpaint', 'colour', 'face'] as const;
export type ModelName = (typeof MODEL_NAMES)[number];

export interface Model {
  name: ModelName;
  session: InferenceSession;
  /** Whether it is the user's file, which may have other input sizes and ranges than the shipped one. */
  isUsers: boolean;
}

export interface ModelStore {
  /** @throws EngineError model_missing when neither the user nor the package has it. */
  load(name: ModelName): Promise<Model>;
  /** Undefined where a model is optional and absent. */
  find(name: ModelName): Promise<Model | undefined>;
}

export interface ModelStoreOptions {
  modelFolder: string;
  userModelFolder: string;
  /** Of each run of a network. Default: one for every core. */
  threads?: number;
}

export function createModelStore({ threads = availableParallelism(), ...folders }: ModelStoreOptions): ModelStore {
  const loading = new Map<ModelName, Promise<Model | undefined>>();

  async function open(name: ModelName): Promise<Model | undefined> {
    const candidates = [
      { file: path.join(folders.userModelFolder, `${name}.onnx`), isUsers: true },
      { file: path.join(folders.modelFolder, `${name}.onnx`), isUsers: false },
    ];
    for (const { file, isUsers } of candidates) {
      if (await exists(file)) return { name, session: await openSession(file, threads), isUsers };
    }
    return undefined;
  }

  const find = (name: ModelName) => {
    const known = loading.get(name);
    if (known) return known;
    const model = open(name);
    loading.set(name, model);
    // One job's cancelled or failed opening must not fail the next job's.
    model.catch(() => loading.delete(name));
    return model;
  };

  return {
    find,
    async load(name) {
      const model = await find(name);
      if (!model) throw new EngineError('model_missing', `The restore model "${name}.onnx" is not installed.`);
      return model;
    },
  };
}

async function openSession(file: string, threads: number): Promise<InferenceSession> {
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: threads,
    graphOptimizationLevel: 'all',
    // The arena keeps the largest tile's memory for good; a service that idles most of the day should give it back.
    enableCpuMemArena: false,
    // Between two runs the other threads would go on spinning for a while, on the core that the rest of this machine needs.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  };
  try {
    return await nativeCall(() => InferenceSession.create(file, options));
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    throw new EngineError('model_missing', `The restore model ${path.basename(file)} could not be opened.`, { cause });
  }
}

async function exists(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}
