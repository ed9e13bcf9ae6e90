import type { Model, ModelStore, QUICK_LOOK_MODELS } from '@heirlight/restore-engine/quick-look';
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';

export type NetworkName = (typeof QUICK_LOOK_MODELS)[number];

export interface WasmModelsOptions {
  /** The code of onnxruntime, `ort-wasm-simd-threaded.wasm`. */
  runtime: ArrayBuffer;
  /** The files of the networks. */
  networks: Readonly<Record<NetworkName, Uint8Array>>;
}

/** Runs the restore engine's networks by WebAssembly, in this thread. */
export function createWasmModels({ runtime, networks }: WasmModelsOptions): ModelStore {
  env.wasm.wasmBinary = runtime;
  // More threads need shared memory, which only an isolated page has.
  env.wasm.numThreads = 1;
  const isHere = (name: string): name is NetworkName => name in networks;
  const find: ModelStore['find'] = async (name) => {
    if (!isHere(name)) return undefined;
    // As in the engine's onnxModels.ts: the arena never gives back the memory of the largest tile.
    const session = await InferenceSession.create(networks[name], { enableCpuMemArena: false });
    return modelOf(session, name);
  };
  return {
    find,
    async load(name) {
      const model = await find(name);
      if (!model) throw new Error(`A quick look has no network "${name}"`);
      return model;
    },
  };
}

const modelOf = (session: InferenceSession, name: NetworkName): Model => ({
  name,
  isUsers: false,
  inputs: session.inputMetadata.map((input) =>
    input.isTensor
      ? { name: input.name, type: input.type, shape: input.shape }
      : { name: input.name, type: '', shape: [] },
  ),
  outputs: session.outputNames,
  async infer(inputs) {
    const feeds = Object.entries(inputs).map(([input, { type, data, dims }]) => [input, new Tensor(type, data, dims)]);
    const outputs = await session.run(Object.fromEntries(feeds) as InferenceSession.FeedsType);
    return outputs as Awaited<ReturnType<Model['infer']>>;
  },
});
