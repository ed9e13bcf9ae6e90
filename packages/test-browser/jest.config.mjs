import { project } from '../../jest.preset.mjs';

export default project('test-browser', import.meta.url);
