/** The entry point of the package: an engine, and what callers need to know about it. */
export { EngineError, type EngineErrorCode } from './core/errors';
export { MAX_IMAGE_PX, MAX_IMAGE_SIDE_PX, MIN_IMAGE_SIDE_PX } from './core/limits';
export { ENGINE_TOOLS } from './core/pipelines/tools';
export type {
  Engine,
  EngineOptions,
  EngineTool,
  OutputFormat,
  Progress,
  RestoreJob,
  RestoreResult,
} from './node/api';
export { createEngine } from './node/engine';
