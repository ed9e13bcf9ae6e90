import { fileURLToPath } from 'node:url';

/** How Jest compiles TypeScript. Workspace packages are included: Jest follows npm's links to their source files. */
const swc = [
  fileURLToPath(new URL('jest.transform.mjs', import.meta.url)),
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'commonjs' },
  },
];

/** `npm run test:long` sets it: only the long tests run. `npm test` runs all others. */
const isLong = process.env.TEST_LONG === '1';

/**
 * Jest's sandbox slows every look-up of a global by far, and code that works on pixels looks these up for each of them:
 * without this, the tests of the sliders take seventeen times as long.
 */
const LOOKED_UP_OFTEN = ['Math', 'Number', 'Array', 'Float32Array', 'Float64Array', 'Int32Array', 'Uint8Array'];

/**
 * The Jest project of one package: tests stand beside the code as `*.test.ts(x)`, long ones as `*.long.test.ts(x)`.
 *
 * @param packageUrl `import.meta.url` of the package's jest.config.mjs
 */
export const project = (displayName, packageUrl, { setupFilesAfterEnv = [], ...settings } = {}) => ({
  displayName,
  rootDir: fileURLToPath(new URL('.', packageUrl)),
  testMatch: [isLong ? '<rootDir>/**/*.long.test.{ts,tsx}' : '<rootDir>/**/*.test.{ts,tsx}'],
  testPathIgnorePatterns: ['/node_modules/', ...(isLong ? [] : ['\\.long\\.test\\.tsx?$'])],
  modulePathIgnorePatterns: ['<rootDir>/(dist|build|lib)/'],
  transform: { '^.+\\.(ts|tsx|mjs|js)$': swc },
  // These are shipped as ES modules only.
  transformIgnorePatterns: ['/node_modules/(?!(re2js|client-zip|@contentauth)/)'],
  testEnvironment: 'node',
  sandboxInjectedGlobals: LOOKED_UP_OFTEN,
  setupFiles: [fileURLToPath(new URL('jest.setup.cjs', import.meta.url))],
  setupFilesAfterEnv: [fileURLToPath(new URL('jest.secondTry.cjs', import.meta.url)), ...setupFilesAfterEnv],
  // Machines are shared and slow at times; a test that hangs is still found.
  testTimeout: 120_000,
  ...settings,
});
