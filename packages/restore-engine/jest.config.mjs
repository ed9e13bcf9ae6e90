import { project } from '../../jest.preset.mjs';

// As createEngine() sets it; what tests set never reaches the library.
process.env.ORT_DISABLE_TELEMETRY ??= '1';

export default project('restore-engine', import.meta.url);
