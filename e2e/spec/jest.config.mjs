import { project } from '../../jest.preset.mjs';

export default project('spec', import.meta.url);
