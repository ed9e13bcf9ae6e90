import { project } from '../jest.preset.mjs';

/** The tests of e2e that need no suite; see also the configs beside this one. */
export default project('e2e', import.meta.url, { roots: ['<rootDir>/spec', '<rootDir>/deploy'] });
