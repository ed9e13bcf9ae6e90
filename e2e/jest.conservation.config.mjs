import suite from './jest.config.mjs';

/** Thousands of operations against a suite of their own (`npm run conservation`). No second try: one lost restore is one too many. */
export default { ...suite, setupFilesAfterEnv: [], testMatch: ['<rootDir>/conservation/**/*.test.ts'] };
