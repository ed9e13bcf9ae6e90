import { project } from '../../jest.preset.mjs';

export default project('restore-engine', import.meta.url);
