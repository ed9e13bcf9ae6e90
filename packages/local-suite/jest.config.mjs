import { project } from '../../jest.preset.mjs';

export default project('local-suite', import.meta.url);
