import { project } from '../../jest.preset.mjs';

export default project('contract', import.meta.url);
