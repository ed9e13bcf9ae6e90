import { copy } from '../../lib/copy';
import { callErrorText, isBrowsersOwn, sdkCode } from '../../lib/errorText';

const BY_STORAGE_CODE: Readonly<Record<string, string>> = {
  'storage/unauthorized': copy.upload.notAllowed,
  'storage/unauthenticated': copy.errors.signed_out,
  'storage/retry-limit-exceeded': copy.upload.interrupted,
};

/** What "Upload Failed" says below its title. */
export function uploadErrorText(error: unknown): string {
  const code = sdkCode(error);
  // What Storage says of anything else is the server's answer as it came, in JSON.
  if (code.startsWith('storage/')) return BY_STORAGE_CODE[code] ?? copy.fallbackError;
  if (isBrowsersOwn(error)) return copy.upload.interrupted;
  return callErrorText(error, copy.fallbackError);
}
