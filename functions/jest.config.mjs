import { project } from '../jest.preset.mjs';

export default project('functions', import.meta.url, {
  testMatch: ['<rootDir>/{src,test,rules}/**/*.test.ts'],
  globalSetup: '<rootDir>/../scripts/buildServices.mjs',
});
