import type { FileStore, StoredFile, WriteOptions } from '../../src/platform/fileStore';

export interface MemoryFiles extends FileStore {
  /** Puts a file as a client's upload would. */
  upload(file: {
    path: string;
    bytes: Buffer;
    tool?: string;
    custom?: Record<string, string>;
    at?: Date;
    encoded?: boolean;
  }): void;
  paths(): string[];
  /** Makes the next calls of a method fail. */
  failNext(method: 'read' | 'write' | 'remove', times?: number): void;
}

/** A bucket in memory: writing replaces, reading a missing file throws an error with code 404. */
export function memoryFiles(now: () => Date): MemoryFiles {
  const stored = new Map<string, { file: StoredFile; bytes: Buffer }>();
  const failures = new Map<string, number>();
  const maybeFail = (method: string) => {
    const left = failures.get(method) ?? 0;
    if (left === 0) return;
    failures.set(method, left - 1);
    throw new Error(`Storage refused to ${method}`);
  };
  const put = ({
    path,
    bytes,
    contentType,
    token = null,
    custom = {},
  }: Omit<WriteOptions, 'token'> & { token?: string | null }) => {
    const file = { path, bytes: bytes.length, contentType, encoded: false, createdAt: now(), token, custom };
    stored.set(path, { file, bytes });
    return file;
  };

  return {
    bucketName: 'demo-heirlight.appspot.com',
    baseUrl: 'https://firebasestorage.googleapis.com',
    upload({ path, bytes, tool, custom = {}, at, encoded = false }) {
      const all = { ...custom, ...(tool && { tool }) };
      const file = put({ path, bytes, contentType: 'image/jpeg', token: 'upload-token', custom: all });
      if (at) file.createdAt = at;
      file.encoded = encoded;
    },
    paths: () => [...stored.keys()].sort(),
    failNext: (method, times = 1) => void failures.set(method, times),
    async stat(path) {
      return stored.get(path)?.file ?? null;
    },
    async read(path) {
      maybeFail('read');
      const entry = stored.get(path);
      if (!entry) throw Object.assign(new Error(`No such object: ${path}`), { code: 404 });
      return entry.bytes;
    },
    async write(options) {
      maybeFail('write');
      if (!options.onlyIfAbsent || !stored.has(options.path)) put(options);
    },
    async seal(path, token) {
      const entry = stored.get(path);
      if (!entry) throw Object.assign(new Error(`No such object: ${path}`), { code: 404 });
      entry.file.token = token;
    },
    async remove(path) {
      maybeFail('remove');
      return stored.delete(path);
    },
    async list({ prefix, limit, pageToken }) {
      const names = [...stored.keys()].sort().filter((path) => path.startsWith(prefix) && path > (pageToken ?? ''));
      const page = names.slice(0, limit);
      const files = page.flatMap((path) => stored.get(path)?.file ?? []);
      return { files, next: names.length > limit ? (page.at(-1) ?? null) : null };
    },
  };
}
