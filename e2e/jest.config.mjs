/** Tests of the services as a whole, against a running suite (`npm test` starts one): no browser. */
export default {
  rootDir: '.',
  testMatch: ['<rootDir>/suite/**/*.test.ts'],
  setupFilesAfterEnv: ['<rootDir>/suite/secondTry.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  moduleNameMapper: { '^@heirlight/contract/(.*)$': '<rootDir>/../contract/src/$1' },
  /** Far beyond what any of them needs: on a loaded machine a slow test is no failure. */
  testTimeout: 240_000,
};
