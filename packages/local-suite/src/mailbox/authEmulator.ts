/** One e-mail the Auth emulator would have sent, as its list shows it. */
export interface OobCode {
  email: string;
  newEmail?: string;
  requestType: string;
  oobCode: string;
  oobLink: string;
}

/** The Auth emulator did not respond, or not as expected. */
export class AuthEmulatorError extends Error {}

const TIMEOUT_MS = 3_000;

function isOobCode(value: unknown): value is OobCode {
  if (typeof value !== 'object' || value === null) return false;
  const code = value as Record<string, unknown>;
  return ['email', 'requestType', 'oobCode', 'oobLink'].every((field) => typeof code[field] === 'string');
}

/**
 * The e-mails not yet acted on, oldest first.
 * https://firebase.google.com/docs/reference/rest/auth#section-auth-emulator-oob
 * @throws AuthEmulatorError
 */
export async function fetchOobCodes({ url, projectId }: { url: string; projectId: string }): Promise<OobCode[]> {
  const endpoint = new URL(`/emulator/v1/projects/${encodeURIComponent(projectId)}/oobCodes`, url);
  try {
    const response = await fetch(endpoint, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`it returned ${response.status}`);
    const { oobCodes } = (await response.json()) as { oobCodes?: unknown };
    if (!Array.isArray(oobCodes)) throw new Error('its response holds no list of codes');
    return oobCodes.filter(isOobCode);
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : message;
    throw new AuthEmulatorError(`The Auth emulator at ${endpoint.origin} could not be read: ${reason}`);
  }
}
