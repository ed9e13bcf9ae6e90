import { PIXEL_GLOBALS, project } from '../../jest.preset.mjs';

export default project('replicate-emulator', import.meta.url, { sandboxInjectedGlobals: PIXEL_GLOBALS });
