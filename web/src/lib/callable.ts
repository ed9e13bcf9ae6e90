/**
 * Calls a deployed function; Firebase is loaded with the first call.
 * @throws FirebaseError `functions/…`; its `details.code` is one of the contract's error codes.
 */
export async function callFunction<Request, Response>(name: string, data: Request): Promise<Response> {
  const { call } = await import('./firebase/functions');
  return call<Request, Response>(name, data);
}
