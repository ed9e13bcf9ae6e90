import * as lite from 'firebase/firestore/lite';
import type { Driver } from '../harness/driver';
import { type WebOptions, type WebSdk, webDriver } from './web';

/** Its classes have the same members and other private fields, which alone keeps TypeScript from taking them. */
const sdk = {
  ...lite,
  getDocFromServer: lite.getDoc,
  getDocsFromServer: lite.getDocs,
  getAggregateFromServer: lite.getAggregate,
} as unknown as WebSdk;

/** The web SDK's small edition, over REST. It has no listeners, and takes every 400 for a failed precondition. */
export const liteDriver = (options: WebOptions): Driver => ({
  ...webDriver(options, sdk),
  sameCodes: ['INVALID_ARGUMENT', 'FAILED_PRECONDITION'],
  another: () => liteDriver(options),
});
