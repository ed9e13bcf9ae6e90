import { project } from '../../jest.preset.mjs';

export default project('firestore-emulator', import.meta.url);
