import { STATUS_CODES, type StatusName } from '../database/errors';

/** The status of a failed call. `code` is gRPC's number. */
export interface CallStatus {
  code: number;
  status: StatusName;
  message: string;
}

/**
 * Source: https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto (HTTP mapping in its comments).
 */
const HTTP_STATUS: Record<StatusName, number> = {
  OK: 200,
  CANCELLED: 499,
  UNKNOWN: 500,
  INVALID_ARGUMENT: 400,
  DEADLINE_EXCEEDED: 504,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  PERMISSION_DENIED: 403,
  RESOURCE_EXHAUSTED: 429,
  FAILED_PRECONDITION: 400,
  ABORTED: 409,
  OUT_OF_RANGE: 400,
  UNIMPLEMENTED: 501,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  UNAUTHENTICATED: 401,
};

export const isStatusName = (name: unknown): name is StatusName => typeof name === 'string' && name in STATUS_CODES;

/** Unexpected errors become INTERNAL and are logged with their stack, so that clients do not wait forever. */
export function statusOf(error: unknown): CallStatus {
  const message = error instanceof Error ? error.message : String(error);
  const status = (error as { status?: unknown } | null)?.status;
  if (isStatusName(status)) return { code: STATUS_CODES[status], status, message };
  console.error(error);
  return { code: STATUS_CODES.INTERNAL, status: 'INTERNAL', message: `Internal error: ${message}` };
}

/** The HTTP status for REST replies. */
export function httpStatusOf({ status }: CallStatus): number {
  return HTTP_STATUS[status];
}
