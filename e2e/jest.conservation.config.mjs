import suite from './jest.config.mjs';

/** Thousands of operations against a suite of their own (`npm run conservation`). */
export default { ...suite, testMatch: ['<rootDir>/conservation/**/*.test.ts'] };
