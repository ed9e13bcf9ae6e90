import { project } from '../jest.preset.mjs';

/** Tests of the services as a whole, against a running suite (`npm test` starts one): no browser. */
export default project('suite', import.meta.url, {
  testMatch: ['<rootDir>/suite/**/*.test.ts'],
  setupFilesAfterEnv: ['<rootDir>/suite/secondTry.ts'],
  /** Far beyond what any of them needs: on a loaded machine a slow test is no failure. */
  testTimeout: 240_000,
});
