/** The entry point for a browser: the quick look, and the interface of what runs its networks there. Knows no Node. */
export type { JobContext } from './core/context';
export { createPicture, type Picture, type Rect } from './core/image/picture';
export type { Model, ModelStore, Tensor } from './core/networks/models';
export { QUICK_LOOK_MODELS, QUICK_LOOK_SIDE_PX, quickLook } from './core/pipelines/quickLook';
