import type { PackId } from './packs';

/** Deployed function names (spec, section 7) and the region they run in. */
export const REGION = 'us-central1';
export const CALLABLE = {
  fetchCredits: 'fetch_credits',
  restore: 'replicate-restore',
  restoreAgain: 'restore-again',
  deletePhoto: 'delete-photo',
  createCheckoutSession: 'create-checkout-session',
  listPrices: 'list-prices',
  deleteAccount: 'delete-account',
} as const;
export const WEBHOOK = { stripe: 'stripe-webhook', replicate: 'replicate-webhook' } as const;

/** Answers the balance as a plain number. A `user_id_in` other than the caller's is refused. */
export interface FetchCreditsRequest {
  user_id_in: string;
}
export type FetchCreditsResponse = number;

/** `imageUrl` is the download URL of the caller's own upload; `model` the tool's model, `modelId` the tool's id. */
export interface RestoreRequest {
  imageUrl: string;
  model: string;
  modelId: string;
}
export interface RestoreResponse {
  photoId: string;
}

/** Another restore of a photo the caller already has, without a new upload. `requestId` (a uuid) becomes the new photo's id. */
export interface RestoreAgainRequest {
  photoId: string;
  modelId: string;
  requestId: string;
}

export interface DeletePhotoRequest {
  photoId: string;
}
/** `deletedFiles` are storage paths. `error` is set instead when nothing was deleted. */
export interface DeletePhotoResponse {
  creditRefunded?: boolean;
  deletedFiles?: string[];
  error?: string;
}

/** `userId` and `email` stand in the spec's body; the token decides and a mismatch is refused. */
export interface CreateCheckoutSessionRequest {
  priceId: string;
  userId: string;
  email: string;
}
export interface CreateCheckoutSessionResponse {
  sessionId?: string;
  url?: string;
  error?: { message: string };
}

/** The Stripe price of each pack; a pack without one is "Payments Not Configured" on its card. */
export interface ListPricesResponse {
  prices: Record<PackId, string | null>;
}

/** Deletes the account with everything it owns. `confirm` must be the word DELETE. */
export interface DeleteAccountRequest {
  confirm: string;
}
export interface DeleteAccountResponse {
  deletedPhotos: number;
}
