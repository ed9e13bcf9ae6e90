import { makeZip } from 'client-zip';
import { download } from '../download';
import { createNames } from './fileNames';
import type { SaveTarget } from './saveTarget';

/** A file of the zip. */
export interface ZippedFile {
  folder?: string;
  /** Its name without folder and extension. */
  stem: string;
  date: Date;
  /** Brings its bytes, and the extension that fits them. */
  load: (signal: AbortSignal) => Promise<{ bytes: Uint8Array; extension: string }>;
}

export interface ZipOrder {
  target: SaveTarget;
  /** The zip's own name, for browsers that do not ask where to put it. */
  name: string;
  files: Iterable<ZippedFile> | AsyncIterable<ZippedFile>;
  /** Ends the work; nothing of the zip stays then. */
  signal: AbortSignal;
  /** Called after each file; with the stem of one that could not be loaded. */
  onFile: (failed?: string) => void;
}

export interface ZipOutcome {
  /** How many files are in the zip. */
  saved: number;
  /** The stems of those that could not be loaded. */
  failed: string[];
}

/**
 * Writes files into a zip, one at a time. Into a chosen file it is streamed: in memory is one of its files, not all.
 * A file that cannot be loaded is left out and named in the outcome.
 *
 * @throws what `signal` was aborted with, Error if no file could be loaded or the disk refused the zip
 */
export async function writeZip({ target, name, files, signal, onFile }: ZipOrder): Promise<ZipOutcome> {
  const outcome: ZipOutcome = { saved: 0, failed: [] };
  const nameOf = createNames();
  async function* entries() {
    for await (const { load, stem, folder, date } of files) {
      signal.throwIfAborted();
      try {
        const { bytes, extension } = await load(signal);
        const entry = nameOf({ stem, extension, ...(folder !== undefined && { folder }) });
        yield { name: entry, lastModified: date, input: bytes };
        outcome.saved += 1;
        onFile();
      } catch (error) {
        signal.throwIfAborted();
        console.error(`${stem} is not in the zip`, error);
        outcome.failed.push(stem);
        onFile(stem);
      }
    }
    if (outcome.saved === 0) throw new Error('No file could be loaded');
  }
  // Pictures are compressed already: it stores them as they are.
  const stream = makeZip(entries());
  if (target === 'downloads') {
    const blob = await new Response(stream, { headers: { 'content-type': 'application/zip' } }).blob();
    signal.throwIfAborted();
    download(blob, name);
    return outcome;
  }
  try {
    await stream.pipeTo(await target.createWritable(), { signal });
  } catch (error) {
    // What the browser made of the file before the first byte is empty.
    await target.remove?.().catch(() => undefined);
    throw error;
  }
  return outcome;
}
