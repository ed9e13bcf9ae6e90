/** Unit and integration tests stand beside the code as `*.test.ts(x)`. End-to-end tests are Playwright's, in `e2e/`. */
const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'commonjs' },
  },
];
const project = (name, extra = {}) => ({
  displayName: name,
  rootDir: `./${name}`,
  testMatch: ['<rootDir>/{src,test,rules}/**/*.test.{ts,tsx}'],
  transform: { '^.+\\.(ts|tsx|mjs|js)$': swc },
  transformIgnorePatterns: ['/node_modules/(?!re2js/)'],
  moduleNameMapper: { '^@heirlight/contract/(.*)$': '<rootDir>/../contract/src/$1' },
  testEnvironment: 'node',
  ...extra,
});

export default {
  // Machines are shared and slow at times; a test that hangs is still found.
  testTimeout: 30_000,
  projects: [
    project('contract'),
    project('e2e', { testMatch: ['<rootDir>/spec/**/*.test.ts'] }),
    project('functions', { globalSetup: '<rootDir>/../scripts/buildServices.mjs' }),
    project('emulators'),
    project('web', {
      testEnvironment: 'jsdom',
      setupFilesAfterEnv: ['<rootDir>/src/test/setup.ts'],
      moduleNameMapper: {
        '^@heirlight/contract/(.*)$': '<rootDir>/../contract/src/$1',
        '\\.(css|woff2|svg|jpg|webp|png)$': '<rootDir>/src/test/assetStub.ts',
      },
    }),
  ],
};
