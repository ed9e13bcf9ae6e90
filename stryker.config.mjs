/** How `npm run test:mutation` (scripts/mutation.mjs) runs Stryker; the script says which files are changed. */
const workspace = process.env.MUTATION_WORKSPACE ?? 'functions';
const folders = (process.env.MUTATION_TESTS ?? 'src').split(',');

export default {
  testRunner: 'jest',
  // Stryker and its plugin are installed in tools/mutation, apart from the project's own packages.
  plugins: [
    new URL('tools/mutation/node_modules/@stryker-mutator/jest-runner/dist/src/index.js', import.meta.url).href,
  ],
  jest: {
    projectType: 'custom',
    configFile: `${workspace}/jest.config.mjs`,
    config: { testMatch: folders.map((folder) => `<rootDir>/${folder}/**/*.test.{ts,tsx}`) },
    enableFindRelatedTests: false,
  },
  coverageAnalysis: 'perTest',
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 2),
  // A test that waits for something that no longer happens: the tests of one mutant take a few seconds.
  timeoutMS: 20_000,
  tempDirName: 'build/stryker',
  // Stryker copies the repository; this is what no unit test of web or functions reads.
  ignorePatterns: ['build', 'docs', 'e2e', 'tools', 'web/dist', 'packages/restore-engine/{training,testdata,bench}'],
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { allowColor: false, reportTests: false },
  // Stryker would rewrite the references in tsconfig.json with TypeScript's old API. Jest compiles without it.
  tsconfigFile: 'no-tsconfig.json',
  disableTypeChecks: false,
  allowEmpty: false,
};
