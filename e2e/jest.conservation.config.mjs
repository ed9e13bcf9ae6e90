import services from './jest.services.config.mjs';

/**
 * Thousands of operations against a local suite (`npm run conservation`). No second try: one lost restore is too
 * many.
 */
export default { ...services, displayName: 'conservation', roots: ['<rootDir>/conservation'], setupFilesAfterEnv: [] };
