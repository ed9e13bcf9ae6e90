import { jest } from '@jest/globals';

/** On a busy machine a test may time out, so it gets one more try. `npm test` names such a test as flaky. */
jest.retryTimes(1, { logErrorsBeforeRetry: true });
