/** An error as Replicate's HTTP API returns it: https://replicate.com/docs/reference/http */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: Record<string, unknown>,
    readonly headers: Record<string, string> = {},
  ) {
    super(String(body.detail));
  }
}

interface Problem extends Record<string, unknown> {
  title: string;
  detail: string;
}

const problem = (status: number, { title, detail, ...rest }: Problem) =>
  new ApiError(status, { title, detail, status, ...rest });

export const unauthenticated = (passed: boolean) =>
  problem(401, {
    title: 'Unauthenticated',
    detail: passed ? 'You did not pass a valid authentication token' : 'You did not pass an authentication token',
  });

export const notFound = () =>
  problem(404, { title: 'Not found', detail: 'The requested resource could not be found.' });

export const methodNotAllowed = (method: string) =>
  problem(405, { title: 'Method not allowed', detail: `Method "${method}" not allowed.` });

export const badRequest = (detail: string) => problem(400, { title: 'Bad request', detail });

export const bodyTooLarge = (detail: string) => problem(413, { title: 'Payload too large', detail });

export const unknownVersion = () =>
  problem(422, {
    title: 'Invalid version or not permitted',
    detail: "The specified version does not exist (or perhaps you don't have permission to use it?)",
  });

export interface InvalidField {
  type: string;
  field: string;
  description: string;
}

export const invalidInput = (fields: readonly InvalidField[]) =>
  problem(422, {
    title: 'Input validation failed',
    detail: fields.map((field) => `- ${field.field}: ${field.description}\n`).join(''),
    invalid_fields: fields,
  });

export const insufficientCredit = () =>
  problem(402, {
    title: 'Insufficient credit',
    detail:
      'You have insufficient credit to run this model. Go to https://replicate.com/account/billing#billing to purchase credit.',
  });

export const throttled = (retryAfterS: number) =>
  new ApiError(
    429,
    {
      title: 'Request was throttled.',
      detail: `Request was throttled. Expected available in ${retryAfterS} second${retryAfterS === 1 ? '' : 's'}.`,
      status: 429,
      retry_after: retryAfterS,
    },
    { 'retry-after': String(retryAfterS) },
  );

export const serverError = () =>
  problem(500, { title: 'Internal server error', detail: 'An unexpected error occurred.' });
