import { project } from '../../jest.preset.mjs';

export default project('imaging', import.meta.url);
