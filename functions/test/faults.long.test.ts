/** Every story of `faults.test.ts` at every point: TEST_LONG is set. */
import './faults.test';
