type StripeErrorType = 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';

export interface StripeErrorDetails {
  type?: StripeErrorType;
  code?: string;
  /** Why a card was declined. */
  decline_code?: string;
  /** The parameter at fault, written as in the form: `line_items[0][price]`. */
  param?: string;
  headers?: Record<string, string>;
}

/** An error as Stripe's API returns it: https://docs.stripe.com/api/errors */
export class StripeApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: StripeErrorDetails = {},
  ) {
    super(message);
  }

  get body(): object {
    const { headers: _headers, type = 'invalid_request_error', ...rest } = this.details;
    return { error: { type, ...rest, message: this.message } };
  }
}

export const invalid = (message: string, details: StripeErrorDetails = {}) => new StripeApiError(400, message, details);

/** An object a parameter names does not exist; status 404 when the path names it. */
export const missing = (kind: string, id: string, param = 'id') =>
  new StripeApiError(param === 'id' ? 404 : 400, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
