/**
 * CI's machine is shared, and a test that waits may wait too short there: one more try, as in the browser tests
 * (`e2e/playwright.config.ts`). The first try's error is printed, and the run names the test as flaky.
 */
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true });
