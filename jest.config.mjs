/** Every package's unit tests in one run; `npm test -w <package>` runs those of one. */
export default {
  testTimeout: 300_000,
  projects: ['<rootDir>/packages/*', '<rootDir>/web', '<rootDir>/functions', '<rootDir>/e2e'],
};
