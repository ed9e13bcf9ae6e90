/** The entry point for tests and scripts of other packages that run the real engine. */
export { createOnnxModels } from '../node/onnxModels';
export { bundleWorker, modelFolder } from './workerBundle';
