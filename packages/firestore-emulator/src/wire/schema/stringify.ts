/**
 * The JSON text of a message. `JSON.stringify` writes -0 as 0, but Firestore's JSON keeps the sign. SDKs accept doubles
 * as text, too.
 */
export function stringify(message: unknown): string {
  return JSON.stringify(message, (key, value: unknown) =>
    key === 'doubleValue' && Object.is(value, -0) ? '-0' : value,
  );
}
