/** Errors a restore can end with. The code is for programs, the message for the person whose photo it is. */
export const ENGINE_ERROR_CODES = [
  'unreadable_image',
  'image_too_large',
  'image_too_small',
  'queue_full',
  'cancelled',
  'closed',
  'model_missing',
  'engine_failed',
] as const;
export type EngineErrorCode = (typeof ENGINE_ERROR_CODES)[number];

export class EngineError extends Error {
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineError';
    this.code = code;
  }
}

/** Returns an EngineError as it is and wraps any other thrown value as `engine_failed`, with the value as its cause. */
export function toEngineError(thrown: unknown): EngineError {
  if (thrown instanceof EngineError) return thrown;
  const detail = thrown instanceof Error ? thrown.message : String(thrown);
  return new EngineError('engine_failed', `The restore engine failed: ${detail}`, { cause: thrown });
}
