import { accountEndpoints } from './account/trigger';
import { adminEndpoints } from './admin/trigger';
import { deletionEndpoints } from './deletion/trigger';
import { paymentEndpoints } from './payments/trigger';
import { photosEndpoints } from './photos/trigger';
import { exportsOf } from './platform/endpoint';
import { restoreEndpoints } from './restore/trigger';
import { savingEndpoints } from './saving/trigger';
import { scheduleEndpoints } from './schedules/trigger';

/** Every function, as its folder registers it. The accounts' rights and the tests follow from this list. */
export const endpoints = [
  ...accountEndpoints,
  ...paymentEndpoints,
  ...restoreEndpoints,
  ...savingEndpoints,
  ...photosEndpoints,
  ...deletionEndpoints,
  ...adminEndpoints,
  ...scheduleEndpoints,
];

/** The functions by deployed name. `build.mjs` makes this the bundle's `module.exports`. */
export default exportsOf(endpoints);
