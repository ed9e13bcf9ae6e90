/**
 * JSON text of a message. Plain `JSON.stringify` writes -0 as 0; Firestore's JSON keeps the sign, and the SDKs read
 * doubles from text too.
 */
export function stringify(message: unknown): string {
  return JSON.stringify(message, (key, value: unknown) =>
    key === 'doubleValue' && Object.is(value, -0) ? '-0' : value,
  );
}
