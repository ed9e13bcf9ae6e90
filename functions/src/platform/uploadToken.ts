// Why: docs/decisions/2026-11-23-what-is-kept-of-an-upload.md
import { createHmac } from 'node:crypto';

/**
 * The download token of an upload, made from a secret of the server. So its uploader cannot choose it, nobody can guess
 * it, and two calls that start one upload at the same time give it the same one.
 *
 * @throws Error where the secret is not at hand: without it anybody could make the token
 */
export function uploadToken(secret: string, path: string): string {
  if (secret === '') throw new Error('No secret for the download tokens of uploads');
  return createHmac('sha256', secret).update(`download token of ${path}`).digest('hex').slice(0, 32);
}
