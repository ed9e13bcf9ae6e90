import { deleteAccountFunction } from './account/trigger';
import { fetchCreditsFunction } from './ledger/trigger';
import { createCheckoutSessionFunction, listPricesFunction, stripeWebhookFunction } from './payments/trigger';
import { deletePhotoFunction } from './photos/trigger';
import { replicateWebhookFunction, restoreAgainFunction, restoreFunction, uploadedFunction } from './restore/trigger';
import { sweepFunction } from './schedules/trigger';

/** Groups give deployed names their hyphens: `replicate: { restore }` is `replicate-restore` (contract/callables). */
export const fetch_credits = fetchCreditsFunction;
export const replicate = { restore: restoreFunction, webhook: replicateWebhookFunction };
export const restore = { again: restoreAgainFunction };
export const photo = { uploaded: uploadedFunction };
export const create = { checkout: { session: createCheckoutSessionFunction } };
export const list = { prices: listPricesFunction };
export const stripe = { webhook: stripeWebhookFunction };
export const sweep = sweepFunction;
const remove = { photo: deletePhotoFunction, account: deleteAccountFunction };

/** `delete` is a reserved word; as an export's name it is allowed. */
export { remove as delete };
