import type { Bucket, File, IdempotencyStrategy } from '@google-cloud/storage';
import type { FileStore, StoredFile, WriteOptions } from './fileStore';

/** The library's own value, without loading the library here. */
const RETRY_ALWAYS: IdempotencyStrategy.RetryAlways = 0;
/** Tokens of the download URL, comma separated. */
const TOKENS = 'firebaseStorageDownloadTokens';
const SERVED = {
  // A phone shows the picture in a tab, to be saved from there; without this the emulator downloads it.
  contentDisposition: 'inline',
  // The path never gets other content under the same token, so browsers may keep it.
  cacheControl: 'private, max-age=31536000, immutable',
};

function statusOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

function toStoredFile(file: File): StoredFile {
  const { metadata } = file;
  const { [TOKENS]: tokens, ...rest } = metadata.metadata ?? {};
  const custom = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, String(value)]));
  return {
    path: file.name,
    bytes: Number(metadata.size ?? 0),
    contentType: metadata.contentType ?? '',
    encoded: !['', 'identity'].includes(metadata.contentEncoding ?? ''),
    createdAt: new Date(metadata.timeCreated ?? 0),
    token: typeof tokens === 'string' && tokens !== '' ? (tokens.split(',')[0] ?? null) : null,
    custom,
  };
}

/** Cloud Storage behind the FileStore interface. `baseUrl` is the origin of the Firebase download endpoint. */
export function bucketFileStore(bucket: Bucket, baseUrl: string): FileStore {
  // Retries writes and deletes after a broken connection too: doing either twice is the same as once.
  bucket.storage.retryOptions.idempotencyStrategy = RETRY_ALWAYS;

  async function stat(path: string): Promise<StoredFile | null> {
    const file = bucket.file(path);
    try {
      await file.getMetadata();
      return toStoredFile(file);
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw error;
    }
  }

  return {
    bucketName: bucket.name,
    baseUrl,
    stat,
    async read(path) {
      // The library would inflate a compressed file without a limit: 25 MB of it can be 25 GB.
      const [bytes] = await bucket.file(path).download({ decompress: false });
      return bytes;
    },
    async write({ path, bytes, contentType, token, custom, onlyIfAbsent = false }: WriteOptions) {
      try {
        await bucket.file(path).save(bytes, {
          resumable: false,
          ...(onlyIfAbsent ? { preconditionOpts: { ifGenerationMatch: 0 } } : {}),
          metadata: {
            ...SERVED,
            contentType,
            metadata: { ...custom, ...(token === undefined ? {} : { [TOKENS]: token }) },
          },
        });
      } catch (error) {
        // There is a file: another call's, or ours after a response that was lost.
        if (!onlyIfAbsent || statusOf(error) !== 412) throw error;
      }
    },
    async seal(path, token) {
      await bucket.file(path).setMetadata({ ...SERVED, metadata: { [TOKENS]: token } });
    },
    async remove(path) {
      try {
        await bucket.file(path).delete();
        return true;
      } catch (error) {
        if (statusOf(error) === 404) return false;
        throw error;
      }
    },
    async list({ prefix, limit, pageToken }) {
      const [files, next] = await bucket.getFiles({
        prefix,
        maxResults: limit,
        autoPaginate: false,
        ...(pageToken === undefined ? {} : { pageToken }),
      });
      const token = typeof next === 'object' && next !== null && 'pageToken' in next ? next.pageToken : null;
      return { files: files.map(toStoredFile), next: typeof token === 'string' ? token : null };
    },
  };
}
