import { project } from '../jest.preset.mjs';

export default project('web', import.meta.url, {
  testEnvironment: 'jsdom',
  setupFilesAfterEnv: ['<rootDir>/src/test/setup.ts'],
  moduleNameMapper: { '\\.(css|woff2|svg|jpg|webp|png|wasm)(\\?url)?$': '<rootDir>/src/test/assetStub.ts' },
});
