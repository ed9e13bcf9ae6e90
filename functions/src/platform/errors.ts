import type { ErrorCode } from '@heirlight/contract/errors';
import type { FunctionsErrorCode } from 'firebase-functions/https';

const HTTPS_CODE: Record<ErrorCode, FunctionsErrorCode> = {
  signed_out: 'unauthenticated',
  sign_in_too_old: 'failed-precondition',
  wrong_user: 'permission-denied',
  email_not_verified: 'failed-precondition',
  rate_limited: 'resource-exhausted',
  too_many_failures: 'resource-exhausted',
  app_check_failed: 'failed-precondition',
  invalid_request: 'invalid-argument',
  not_your_upload: 'permission-denied',
  invalid_image: 'invalid-argument',
  image_too_large: 'invalid-argument',
  no_restores_left: 'failed-precondition',
  photo_not_found: 'not-found',
  photo_processing: 'failed-precondition',
  provider_busy: 'unavailable',
  provider_unavailable: 'unavailable',
  provider_rejected: 'failed-precondition',
  provider_failed: 'internal',
  provider_timeout: 'deadline-exceeded',
  bad_output: 'internal',
  not_this_photo: 'internal',
  cancelled: 'cancelled',
  unknown_price: 'invalid-argument',
  checkout_failed: 'unavailable',
  internal: 'internal',
};

/** A failure with a code for the client. `code` crosses the wire, `message` is for the log only. */
export class AppError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, logMessage: string, options?: { cause?: unknown }) {
    super(logMessage, options);
    this.name = 'AppError';
    this.code = code;
  }

  /** The gRPC-style code of the callable's response. */
  get httpsCode(): FunctionsErrorCode {
    return HTTPS_CODE[this.code];
  }
}

/** A failure that may pass by itself: the sender should try again. */
export class RetryableError extends Error {
  constructor(logMessage: string, options?: { cause?: unknown }) {
    super(logMessage, options);
    this.name = 'RetryableError';
  }
}

/** What a thrown value says, for logs and an admin's eyes. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
