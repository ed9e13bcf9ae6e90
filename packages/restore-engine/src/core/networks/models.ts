/**
 * The interface between the pipelines and what runs neural networks: onnxruntime in Node, later a browser, or a test.
 */

/** The networks the pipelines ask for, by what they do. */
export const MODEL_NAMES = ['damage', 'torn', 'upscaler', 'faces', 'text', 'inpaint', 'colour', 'face'] as const;
export type ModelName = (typeof MODEL_NAMES)[number];

/** Numbers in row-major order; `dims` lists the axes from the outermost to the innermost. */
export type Tensor = FloatTensor | ByteTensor;
export interface FloatTensor {
  type: 'float32';
  dims: readonly number[];
  data: Float32Array;
}
export interface ByteTensor {
  type: 'uint8';
  dims: readonly number[];
  data: Uint8Array;
}

/** What a network says about one of its inputs. */
export interface InputInfo {
  name: string;
  /** ONNX's name of the element type, `float32` for instance. */
  type: string;
  /** A string or a number below 1 stands for an axis of any length. */
  shape: readonly (number | string)[];
}

export interface Model {
  name: ModelName;
  /** Whether the user installed this file. It may have other input sizes and value ranges than the shipped one. */
  isUsers: boolean;
  inputs: readonly InputInfo[];
  /** Names of the outputs, in the network's order. */
  outputs: readonly string[];
  /** Runs the network once. Returns its outputs by name; the caller owns their data. */
  infer(inputs: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
}

export interface ModelStore {
  /** @throws EngineError model_missing if neither the user nor the package has it */
  load(name: ModelName): Promise<Model>;
  /** Returns undefined if the model is not installed. */
  find(name: ModelName): Promise<Model | undefined>;
}
