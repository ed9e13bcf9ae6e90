/** What the benchmarks read from the command line. */
import { readdirSync } from 'node:fs';

export interface Arguments {
  /** What is no option, in order. */
  words: readonly string[];
  /** Value of `name=value`. */
  option(name: string): string | undefined;
}

export function parseArguments(args: readonly string[]): Arguments {
  const options = new Map(
    args.flatMap((word): [string, string][] => {
      const at = word.indexOf('=');
      return at > 0 ? [[word.slice(0, at), word.slice(at + 1)]] : [];
    }),
  );
  return { words: args.filter((word) => word.indexOf('=') <= 0), option: (name) => options.get(name) };
}

/** @throws Error if the command line names no folder */
export function requireFolder(folder: string | undefined): string {
  if (!folder) throw new Error('Name a folder of photographs after the command.');
  return folder;
}

/** Returns the pictures in the folder, sorted; if there are words, only those whose file name contains one of them. */
export function picturesIn(folder: string, words: readonly string[] = []): string[] {
  return readdirSync(folder)
    .filter((name) => /\.(jpe?g|png|webp)$/i.test(name))
    .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
    .sort();
}
