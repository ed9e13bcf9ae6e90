import { project } from '../../jest.preset.mjs';

export default project('emulator-kit', import.meta.url);
