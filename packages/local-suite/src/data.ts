import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Addresses, Plugin } from '@heirlight/emulator-kit/plugin';

/** Lies in every complete export; written last. */
const MARKER = 'suite-export.json';
const VERSION = 1;

interface Marker {
  version: number;
}

const previousOf = (folder: string) => `${folder}.previous`;

function readMarker(folder: string): Marker | undefined {
  try {
    const marker: unknown = JSON.parse(readFileSync(join(folder, MARKER), 'utf8'));
    return typeof marker === 'object' && marker !== null ? (marker as Marker) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Throws, saying why, unless `folder` holds a whole export of a suite. A run that was killed while it swapped a new
 * export for the old one left the old one beside the folder: it is put back.
 */
export function checkImport(folder: string): void {
  const previous = previousOf(folder);
  if (!existsSync(folder) && readMarker(previous)) renameSync(previous, folder);
  if (!existsSync(folder)) throw new Error(`Cannot import: there is no folder ${folder}`);
  const marker = readMarker(folder);
  if (!marker) {
    throw new Error(`Cannot import: ${folder} holds no export of this suite (${MARKER} is missing or not readable).`);
  }
  if (marker.version !== VERSION) {
    throw new Error(`Cannot import: ${folder} was exported in format ${marker.version}; this suite reads ${VERSION}.`);
  }
}

/** Throws, before hours of work, when an export to `folder` would replace something that is not an export. */
export function checkExport(folder: string): void {
  // The earlier export is moved to the second, and what lies there is removed.
  for (const replaced of [folder, previousOf(folder)]) {
    if (!existsSync(replaced) || readMarker(replaced)) continue;
    if (!statSync(replaced).isDirectory()) throw new Error(`Cannot export to ${replaced}: it is not a folder.`);
    if (readdirSync(replaced).length === 0) continue;
    throw new Error(`Cannot export to ${replaced}: it holds other files. Choose an empty folder or an earlier export.`);
  }
}

/** Longer than the largest export takes; a service that hangs must not keep the suite from ending. */
const TIMEOUT_MS = 30_000;

/**
 * Writes what all plugins hold to `folder`. Everything is written beside it first and then renamed, so that an export
 * that fails or is cut off leaves the earlier one as it was. Rejects when anything could not be written, when one
 * plugin takes longer than `timeoutMs`, and when `signal` ends it.
 *
 * The plugin that starts first is exported last. That is firebase, because the backend may still accept a webhook in
 * between. Stripe's or Replicate's export then says that the webhook is under way, and firebase's export has what the
 * webhook brought: the next suite delivers it again, and the backend ignores it. In the other order the webhook would
 * count as delivered and be in no export.
 */
export async function exportData({
  folder,
  plugins,
  addresses,
  signal,
  timeoutMs = TIMEOUT_MS,
}: {
  folder: string;
  plugins: readonly Plugin[];
  addresses: Addresses;
  signal: AbortSignal;
  timeoutMs?: number;
}): Promise<void> {
  checkExport(folder);
  const staging = join(dirname(folder), `.${basename(folder)}.${process.pid}`);
  try {
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging, { recursive: true });
    for (const plugin of [...plugins].reverse()) {
      try {
        signal.throwIfAborted();
        await plugin.exportTo?.(staging, addresses, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
      } catch (error) {
        throw new Error(`${plugin.name}: ${(error as Error).message}`, { cause: error });
      }
    }
    writeFileSync(join(staging, MARKER), JSON.stringify({ version: VERSION } satisfies Marker));
  } catch (error) {
    // A service that was given up may still be writing.
    rmSync(staging, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  }
  const previous = previousOf(folder);
  if (existsSync(folder)) {
    rmSync(previous, { recursive: true, force: true });
    renameSync(folder, previous);
  }
  renameSync(staging, folder);
  rmSync(previous, { recursive: true, force: true });
}
