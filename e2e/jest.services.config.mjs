import { project } from '../jest.preset.mjs';

/** Tests of the services as a whole, against a running local suite (`npm test` starts one): no browser. */
export default project('services', import.meta.url, {
  roots: ['<rootDir>/services'],
  /** Far beyond what any test needs: on a busy machine a slow test is no failure. */
  testTimeout: 240_000,
});
