import { project } from '../jest.preset.mjs';

export default project('functions', import.meta.url);
