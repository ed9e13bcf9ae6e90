/** What is known of a stored file without reading it. */
export interface StoredFile {
  path: string;
  bytes: number;
  contentType: string;
  /** Whether the stored bytes are compressed (Content-Encoding). */
  encoded: boolean;
  createdAt: Date;
  /** Unguessable token of the download URL, the first if there are several; null when the file has none yet. */
  token: string | null;
  /** Custom metadata set by the uploader, the token left out. */
  custom: Record<string, string>;
}

export interface WriteOptions {
  path: string;
  bytes: Buffer;
  contentType: string;
  /** Without one no URL leads to the file. */
  token?: string;
  custom?: Record<string, string>;
  /** Leaves a file that is there as it is, instead of replacing it. */
  onlyIfAbsent?: boolean;
}

/** The default bucket, as the use cases need it. Every method is safe to repeat. */
export interface FileStore {
  bucketName: string;
  /** Origin download URLs start with. */
  baseUrl: string;
  stat(path: string): Promise<StoredFile | null>;
  /** The bytes as they are stored, never decompressed. */
  read(path: string): Promise<Buffer>;
  write(options: WriteOptions): Promise<void>;
  /**
   * Sets how a file is served as `write` does, and its only token, whatever its uploader chose.
   * @throws an error with code 404 if there is no such file
   */
  seal(path: string, token: string): Promise<void>;
  /** Returns whether there was such a file. */
  remove(path: string): Promise<boolean>;
  /** One page of the files under a prefix in name order; `next` is null at the end. */
  list(query: { prefix: string; limit: number; pageToken?: string }): Promise<{
    files: StoredFile[];
    next: string | null;
  }>;
}

/** Whether a call failed because the file is gone: another call may have removed it. */
export function isMissingFile(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 404;
}

/** What the bucket itself would throw. */
export const missingFile = (path: string) => Object.assign(new Error(`There is no file at ${path}`), { code: 404 });

/** The URL a browser can show the file by, as Firebase's own SDK would give it. */
export function downloadUrl(store: Pick<FileStore, 'bucketName' | 'baseUrl'>, path: string, token: string): string {
  return `${store.baseUrl}/v0/b/${store.bucketName}/o/${encodeURIComponent(path)}?alt=media&token=${token}`;
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);
const isSameHost = (one: URL, other: URL) =>
  one.host === other.host || (LOOPBACK.has(one.hostname) && LOOPBACK.has(other.hostname) && one.port === other.port);

/**
 * Returns the storage path of a download URL of this bucket, or null for any other URL. The URL itself is never
 * fetched, so a request cannot make the server call another host.
 */
export function pathOfDownloadUrl(store: Pick<FileStore, 'bucketName' | 'baseUrl'>, url: string): string | null {
  if (!URL.canParse(url)) return null;
  const parsed = new URL(url);
  const base = new URL(store.baseUrl);
  if (parsed.protocol !== base.protocol || !isSameHost(parsed, base)) return null;
  if (parsed.username !== '' || parsed.password !== '') return null;
  const prefix = `/v0/b/${store.bucketName}/o/`;
  if (!parsed.pathname.startsWith(prefix)) return null;
  try {
    return decodeURIComponent(parsed.pathname.slice(prefix.length));
  } catch {
    return null;
  }
}

/** Every file under a prefix, for prefixes known to hold few. */
export async function listAll(store: FileStore, prefix: string): Promise<StoredFile[]> {
  const found: StoredFile[] = [];
  let pageToken: string | undefined;
  do {
    const page = await store.list({ prefix, limit: 500, ...(pageToken === undefined ? {} : { pageToken }) });
    found.push(...page.files);
    pageToken = page.next ?? undefined;
  } while (pageToken !== undefined);
  return found;
}
