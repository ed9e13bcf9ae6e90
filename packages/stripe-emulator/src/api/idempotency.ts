import { createHash } from 'node:crypto';
import { StripeApiError } from '../stripeError';

export interface Answer {
  status: number;
  body: string;
}

interface Entry {
  fingerprint: string;
  answer: Answer;
  atMs: number;
}

/** Keys are forgotten after a day: https://docs.stripe.com/api/idempotent_requests */
const LIFETIME_MS = 24 * 60 * 60_000;
const KEPT = 10_000;

/** Remembers the answer to each Idempotency-Key, so that a repeated request is not carried out again. */
export class IdempotencyKeys {
  readonly #answers = new Map<string, Entry>();

  static fingerprint({ path, body }: { path: string; body: string }): string {
    return createHash('sha256').update(`${path}\n${body}`).digest('base64');
  }

  get entries(): [string, Entry][] {
    return [...this.#answers];
  }

  restore(entries: readonly [string, Entry][]): void {
    for (const [key, entry] of entries) this.#answers.set(key, entry);
  }

  /** @throws StripeApiError idempotency_error when the key was used for another request */
  find(key: string, fingerprint: string): Answer | null {
    const known = this.#answers.get(key);
    if (!known || Date.now() - known.atMs > LIFETIME_MS) return null;
    if (known.fingerprint === fingerprint) return known.answer;
    throw new StripeApiError(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. ` +
        `Try using a key other than '${key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    );
  }

  remember(key: string, entry: { fingerprint: string; answer: Answer }): void {
    this.#answers.set(key, { ...entry, atMs: Date.now() });
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > KEPT && oldest !== undefined) this.#answers.delete(oldest);
  }
}
