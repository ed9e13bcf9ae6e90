import type { OutputFormat } from '@heirlight/restore-engine';
import type { FaultKind } from './faults';
import { newId } from './prediction';

export interface OutputFile {
  bytes: Buffer;
  format: OutputFormat;
  /** What goes wrong for whoever fetches it. */
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
    this.#files.set(id, file);
    this.#bytes += file.bytes.length;
    for (const oldest of this.#files.keys()) {
      if (this.#bytes <= this.options.maxBytes || oldest === id) break;
      this.#remove(oldest);
    }
    return `/files/${id}/out-0.${file.format}`;
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
