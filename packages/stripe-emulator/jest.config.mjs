import { project } from '../../jest.preset.mjs';

export default project('stripe-emulator', import.meta.url);
