// Why: docs/decisions/2026-11-23-faces-by-a-tiny-network.md
export { type FoundFace, facesAt, shareOf, surest } from './boxes';
export { type FaceNetwork, plainNetwork, type RgbPicture, type Stored, type Weights, weightsFrom } from './network';
export { overlap } from './overlap';
export { wasmNetwork } from './wasmNetwork';
