import { jest } from '@jest/globals';

/** A test that times out on a machine busy with something else gets one more try; `npm test` names it, so that it is not forgotten. */
jest.retryTimes(1, { logErrorsBeforeRetry: true });
