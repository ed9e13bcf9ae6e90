import type { OutputFormat } from '@heirlight/restore-engine';
import type { FaultKind } from './faults';
import { newId } from './prediction';

/** Files kept in an export, all together; the oldest are left out. */
const MAX_EXPORT_BYTES = 256 * 1024 * 1024;

/** An output file as JSON. */
export interface StoredFile {
  id: string;
  /** Base64. */
  bytes: string;
  format: OutputFormat;
  fault: FaultKind<'outputs'> | null;
  createdAt: string;
}

export interface OutputFile {
  bytes: Buffer;
  format: OutputFormat;
  /** What goes wrong when it is fetched. */
  fault: FaultKind<'outputs'> | null;
  createdAt: Date;
}

/** Results to be fetched, in memory: gone after `lifetimeMs`, and the oldest go when together they pass `maxBytes`. */
export class OutputFiles {
  readonly #files = new Map<string, OutputFile>();
  #bytes = 0;

  constructor(readonly options: { lifetimeMs: number; maxBytes: number }) {}

  /** Returns the path the file is served at. */
  add(file: OutputFile): string {
    const id = newId();
    this.#keep(id, file);
    return `/files/${id}/out-0.${file.format}`;
  }

  /** The files that have not expired, oldest first. */
  stored(now: Date): StoredFile[] {
    const stored: StoredFile[] = [];
    let left = MAX_EXPORT_BYTES;
    for (const [id, file] of [...this.#files].reverse()) {
      left -= file.bytes.length;
      if (left < 0) break;
      if (this.#expired(file, now)) continue;
      stored.unshift({
        ...file,
        id,
        bytes: file.bytes.toString('base64'),
        createdAt: file.createdAt.toISOString(),
      });
    }
    return stored;
  }

  restore(files: readonly StoredFile[]): void {
    for (const { id, bytes, createdAt, ...file } of files) {
      this.#keep(id, { ...file, bytes: Buffer.from(bytes, 'base64'), createdAt: new Date(createdAt) });
    }
  }

  #keep(id: string, file: OutputFile): void {
    this.#files.set(id, file);
    this.#bytes += file.bytes.length;
    for (const oldest of this.#files.keys()) {
      if (this.#bytes <= this.options.maxBytes || oldest === id) break;
      this.#remove(oldest);
    }
  }

  get(id: string, now: Date): OutputFile | null {
    const file = this.#files.get(id);
    return file && !this.#expired(file, now) ? file : null;
  }

  removeExpired(now: Date): void {
    for (const [id, file] of this.#files) if (this.#expired(file, now)) this.#remove(id);
  }

  get count(): number {
    return this.#files.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  #expired(file: OutputFile, now: Date): boolean {
    return now.getTime() - file.createdAt.getTime() >= this.options.lifetimeMs;
  }

  #remove(id: string): void {
    const file = this.#files.get(id);
    if (!file) return;
    this.#bytes -= file.bytes.length;
    this.#files.delete(id);
  }
}
