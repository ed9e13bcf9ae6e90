import { project } from '../jest.preset.mjs';

export default project('web', import.meta.url, {
  testEnvironment: 'jsdom',
  // Finding a print looks it up for each pixel; see PIXEL_GLOBALS.
  sandboxInjectedGlobals: ['Math'],
  setupFilesAfterEnv: ['<rootDir>/src/test/setup.ts'],
  moduleNameMapper: { '\\.(css|woff2|svg|jpg|webp|png|wasm)(\\?url)?$': '<rootDir>/src/test/assetStub.ts' },
});
