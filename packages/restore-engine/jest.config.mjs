import { project } from '../../jest.preset.mjs';

// As createEngine() sets it; what tests set never reaches the library.
process.env.ORT_DISABLE_TELEMETRY ??= '1';

export default project('restore-engine', import.meta.url, {
  // Jest's sandbox slows every look-up of a global by far, and these are looked up for each pixel.
  sandboxInjectedGlobals: ['Math', 'Number', 'Array', 'Float32Array', 'Float64Array', 'Int32Array', 'Uint8Array'],
});
