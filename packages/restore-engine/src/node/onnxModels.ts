/** Runs the networks with onnxruntime-node. Opens a model file when a job first needs it and keeps it open. */
import { access } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import * as ort from 'onnxruntime-node';
import { EngineError } from '../core/errors';
import type { InputInfo, Model, ModelName, ModelStore, Tensor } from '../core/networks/models';
import { nativeCall } from './nativeCalls';

export interface OnnxModelsOptions {
  /** Folder of the shipped models, each `<name>.onnx`. */
  modelFolder: string;
  /** Folder of the user's models. A file of the same name here is used instead of the shipped one. */
  userModelFolder: string;
  /** Threads of each network run. Default: one per core. */
  threads?: number;
}

export function createOnnxModels({ threads = availableParallelism(), ...folders }: OnnxModelsOptions): ModelStore {
  const loading = new Map<ModelName, Promise<Model | undefined>>();

  async function open(name: ModelName): Promise<Model | undefined> {
    const candidates = [
      { file: path.join(folders.userModelFolder, `${name}.onnx`), isUsers: true },
      { file: path.join(folders.modelFolder, `${name}.onnx`), isUsers: false },
    ];
    for (const { file, isUsers } of candidates) {
      if (await exists(file)) return modelOf(await openSession(file, threads), { name, isUsers });
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

function modelOf(session: ort.InferenceSession, { name, isUsers }: Pick<Model, 'name' | 'isUsers'>): Model {
  return {
    name,
    isUsers,
    inputs: session.inputMetadata.map(infoOf),
    outputs: session.outputNames,
    async infer(inputs) {
      const feeds = Object.fromEntries(Object.entries(inputs).map(([input, tensor]) => [input, toOrt(tensor)]));
      const outputs = await nativeCall(() => session.run(feeds));
      return Object.fromEntries(Object.entries(outputs).map(([output, value]) => [output, fromOrt(value, name)]));
    },
  };
}

const infoOf = (input: ort.InferenceSession.ValueMetadata): InputInfo =>
  input.isTensor
    ? { name: input.name, type: input.type, shape: input.shape }
    : { name: input.name, type: '', shape: [] };

const toOrt = (tensor: Tensor): ort.Tensor =>
  tensor.type === 'float32'
    ? new ort.Tensor('float32', tensor.data, tensor.dims)
    : new ort.Tensor('uint8', tensor.data, tensor.dims);

/** @throws EngineError engine_failed if the output holds numbers of another type */
function fromOrt(value: ort.OnnxValue, name: ModelName): Tensor {
  const { type, dims, data } = value as ort.Tensor;
  if (type === 'float32') return { type, dims, data: data as Float32Array };
  if (type === 'uint8') return { type, dims, data: data as Uint8Array };
  throw new EngineError('engine_failed', `The restore model "${name}.onnx" returned ${type} numbers.`);
}

async function openSession(file: string, threads: number): Promise<ort.InferenceSession> {
  const options: ort.InferenceSession.SessionOptions = {
    intraOpNumThreads: threads,
    graphOptimizationLevel: 'all',
    // The arena never gives back the memory of the largest tile. This service is idle most of the day.
    enableCpuMemArena: false,
    // Spinning threads would use a core between two runs.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  };
  try {
    return await nativeCall(() => ort.InferenceSession.create(file, options));
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
