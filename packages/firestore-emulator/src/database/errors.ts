/** The canonical status codes of gRPC that Firestore uses. Source: https://grpc.io/docs/guides/status-codes/ */
export const STATUS_CODES = {
  OK: 0,
  CANCELLED: 1,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  OUT_OF_RANGE: 11,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const;

export type StatusName = keyof typeof STATUS_CODES;

/** An error that the client receives: Firestore's status name, its gRPC number and a message. */
export class FirestoreError extends Error {
  override readonly name = 'FirestoreError';
  readonly code: number;

  constructor(
    readonly status: StatusName,
    message: string,
  ) {
    super(message);
    this.code = STATUS_CODES[status];
  }
}

export const invalidArgument = (message: string) => new FirestoreError('INVALID_ARGUMENT', message);

/** The error for requests that the security rules deny. */
export const permissionDenied = () => new FirestoreError('PERMISSION_DENIED', 'Missing or insufficient permissions.');

/** The error for a transaction or write that lost a contention. SDKs retry it. */
export const contention = () =>
  new FirestoreError('ABORTED', 'Too much contention on these documents. Please try again.');
