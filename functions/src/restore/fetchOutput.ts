import { MAX_OUTPUT_BYTES, OUTPUT_FETCH_TIMEOUT_MS } from '@heirlight/contract/limits';
import type { Deps } from '../platform/deps';
import { AppError, messageOf, RetryableError } from '../platform/errors';

/**
 * Whether `url` is on one of `origins`; `https://*.example.com` stands for every subdomain, not for the domain itself.
 */
function isAllowedOrigin(url: string, origins: string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, protocol, hostname, port, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  return origins.some((allowed) => {
    const wildcard = /^(https?:)\/\/\*(\.[^/:]+)$/.exec(allowed);
    if (!wildcard) return origin === allowed;
    const [, scheme, suffix = ''] = wildcard;
    return protocol === scheme && port === '' && hostname.endsWith(suffix) && hostname.length > suffix.length;
  });
}

async function readCapped(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of response.body ?? []) {
    total += chunk.length;
    if (total > MAX_OUTPUT_BYTES)
      throw new AppError('bad_output', `The output is larger than ${MAX_OUTPUT_BYTES} bytes`);
    chunks.push(chunk);
  }
  const announced = response.headers.get('content-length');
  // A compressed transfer announces its own length, not the content's.
  if (announced !== null && response.headers.get('content-encoding') === null && Number(announced) !== total) {
    throw new RetryableError(`The output broke off after ${total} of ${announced} bytes`);
  }
  return Buffer.concat(chunks);
}

/**
 * Fetches the provider's output file: only from allowed origins, following no redirect, up to a size and a time.
 *
 * @throws AppError `bad_output` when the file can never be had, RetryableError when it may come later
 */
export async function fetchOutput(url: string, { fetch, config }: Pick<Deps, 'fetch' | 'config'>): Promise<Buffer> {
  if (!isAllowedOrigin(url, config.outputOrigins)) throw new AppError('bad_output', `Output from ${url}`);
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(OUTPUT_FETCH_TIMEOUT_MS),
    });
    if (response.status >= 500 || response.status === 429) throw new RetryableError(`Output: HTTP ${response.status}`);
    if (response.status !== 200) throw new AppError('bad_output', `Output: HTTP ${response.status}`);
    return await readCapped(response);
  } catch (error) {
    if (error instanceof AppError || error instanceof RetryableError) throw error;
    throw new RetryableError(`Output: ${messageOf(error)}`, { cause: error });
  }
}
