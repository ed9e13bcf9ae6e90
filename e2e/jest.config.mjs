import { project } from '../jest.preset.mjs';

/**
 * The tests of e2e that need no running suite, or start suites of their own; see also the two configs beside
 * this one.
 */
export default project('e2e', import.meta.url, { roots: ['<rootDir>/spec', '<rootDir>/lifecycle'] });
