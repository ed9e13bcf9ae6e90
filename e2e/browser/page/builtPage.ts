import { readFileSync } from 'node:fs';
import { suiteUrls } from '../../src/suiteUrls';

interface BuiltEntry {
  file: string;
  imports?: string[];
  isDynamicEntry?: boolean;
}

/** Vite's record of which source became which file, for the page that the running suite serves. */
const record = new URL(`../../../build/suite-${suiteUrls.offset}/public/.vite/manifest.json`, import.meta.url);
const manifest: Record<string, BuiltEntry> = JSON.parse(readFileSync(record, 'utf8'));

/** Whether the code of a source file is a file of its own, which the page fetches when it needs it. */
export const isFetchedLater = (source: string): boolean => manifest[source]?.isDynamicEntry === true;

/** Paths of the scripts that load with a source file: its own first, then those it imports. */
export function arrivingWith(source: string, seen = new Set<string>()): string[] {
  const entry = manifest[source];
  if (!entry) throw new Error(`${source} is no entry of the built page`);
  if (seen.has(source)) return [];
  seen.add(source);
  return [`/${entry.file}`, ...(entry.imports ?? []).flatMap((imported) => arrivingWith(imported, seen))];
}
