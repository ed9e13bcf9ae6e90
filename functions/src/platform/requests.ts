import { isUuid } from '@heirlight/contract/paths';
import { AppError } from './errors';

/** A non-empty string field of an untrusted request body. @throws AppError `invalid_request` */
export function readText(body: unknown, field: string, longest = 2_000): string {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined;
  if (typeof value !== 'string' || value === '' || value.length > longest) {
    throw new AppError('invalid_request', `${field} must be a text of 1 to ${longest} characters`);
  }
  return value;
}

/** A lower-case uuid field of an untrusted request body. @throws AppError `invalid_request` */
export function readUuid(body: unknown, field: string): string {
  const value = readText(body, field, 36);
  if (!isUuid(value)) throw new AppError('invalid_request', `${field} must be a uuid`);
  return value;
}
