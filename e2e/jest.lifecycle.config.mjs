import { project } from '../jest.preset.mjs';

/** Tests that start suites of their own. Each start builds the client anew, so nothing may run beside them. */
export default project('lifecycle', import.meta.url, { roots: ['<rootDir>/lifecycle'] });
