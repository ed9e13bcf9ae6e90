import { PIXEL_GLOBALS, project } from '../jest.preset.mjs';

export default project('functions', import.meta.url, { sandboxInjectedGlobals: PIXEL_GLOBALS });
