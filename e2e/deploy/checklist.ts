import { readFileSync } from 'node:fs';

/** The shell commands of a Markdown page, in order, each on one line. */
export function commandsOf(file: string): string[] {
  const page = readFileSync(file, 'utf8');
  return [...page.matchAll(/^ *```sh\n(.*?)^ *```/gms)].flatMap(([, block]) =>
    block!
      .replace(/\\\n/g, ' ')
      .split('\n')
      .map((line) => line.trim().replace(/ {2,}/g, ' '))
      .filter(Boolean),
  );
}
