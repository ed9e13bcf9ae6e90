import { project } from '../../jest.preset.mjs';

export default project('replicate-emulator', import.meta.url);
