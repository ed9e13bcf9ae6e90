import { project } from '../../jest.preset.mjs';

export default project('security-rules', import.meta.url);
