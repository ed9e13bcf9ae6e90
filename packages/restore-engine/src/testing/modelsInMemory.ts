/** Networks that are functions: the pipelines run on them without files, threads or onnxruntime. */
import { EngineError } from '../core/errors';
import { type FloatTensor, MODEL_NAMES, type Model, type ModelName, type Tensor } from '../core/networks/models';

/** Takes the network's one input, returns its outputs in order. */
export type Infer = (input: FloatTensor) => FloatTensor[];

/** A tensor of one value. */
export const filled = (dims: readonly number[], value = 0): FloatTensor => ({
  type: 'float32',
  dims,
  data: new Float32Array(dims.reduce((product, dim) => product * dim, 1)).fill(value),
});

/**
 * @param networks what each installed network does
 * @param onInfer called with the name of each network that runs
 * @param isUsers whether they count as the user's own, which the colour pipeline asks
 */
export function modelsInMemory(
  networks: Partial<Record<ModelName, Infer>>,
  onInfer: (name: ModelName) => void = () => undefined,
  isUsers = true,
) {
  const models = new Map(
    MODEL_NAMES.flatMap((name): [ModelName, Model][] => {
      const infer = networks[name];
      return infer ? [[name, { ...modelOf(name, infer, onInfer), isUsers }]] : [];
    }),
  );
  return {
    find: async (name: ModelName) => models.get(name),
    async load(name: ModelName) {
      const model = models.get(name);
      if (!model) throw new EngineError('model_missing', `There is no network "${name}" in this test.`);
      return model;
    },
  };
}

function modelOf(name: ModelName, infer: Infer, onInfer: (name: ModelName) => void): Model {
  return {
    name,
    isUsers: true,
    inputs: [{ name: 'input', type: 'float32', shape: [1, 'channels', 'height', 'width'] }],
    outputs: ['first', 'second'].slice(0, name === 'faces' ? 2 : 1),
    async infer({ input }) {
      onInfer(name);
      if (input?.type !== 'float32') throw new Error('These networks take floats.');
      const [first, second] = infer(input);
      const outputs: Record<string, Tensor> = {};
      if (first) outputs['first'] = first;
      if (second) outputs['second'] = second;
      return outputs;
    },
  };
}
