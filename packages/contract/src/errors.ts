/**
 * Codes that cross the wire in `HttpsError.details.code`, or rest on a failed photo. The client maps each to plain
 * words in `errorCopy.ts`; the server's log keeps the technical message.
 */
export const ERROR_CODES = [
  // Who is asking
  'signed_out',
  'sign_in_too_old',
  'wrong_user',
  'email_not_verified',
  'rate_limited',
  'too_many_failures',
  'app_check_failed',
  // Uploads and photos
  'invalid_request',
  'not_your_upload',
  'invalid_image',
  'image_too_large',
  'no_restores_left',
  'photo_not_found',
  'photo_processing',
  // The restore provider
  'provider_busy',
  'provider_unavailable',
  'provider_rejected',
  'provider_failed',
  'provider_timeout',
  'bad_output',
  'not_this_photo',
  'cancelled',
  // Payments
  'unknown_price',
  'checkout_failed',
  // Anything else
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && (ERROR_CODES as readonly string[]).includes(value);
}
