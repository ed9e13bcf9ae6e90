import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A variable that tells a program which language to speak, or where fonts and libraries are. */
const OF_THIS_MACHINE = /^(LANG|LANGUAGE|LC_\w+|FONTCONFIG_\w+|LD_LIBRARY_PATH)$/;

/**
 * The environment of a machine that has Node and nothing else: no other program on the PATH, no fonts, no locale, a
 * home nobody can write to. `npm test` runs in it, so what it passes with, it passes with everywhere.
 *
 * @param folder where the PATH's folder and the empty font configuration are written. It is emptied first, so each run
 *   needs its own.
 */
export function bareEnvironment(folder) {
  const programs = join(folder, 'bin');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(programs, { recursive: true });
  symlinkSync(process.execPath, join(programs, 'node'));
  const fonts = join(folder, 'fonts.conf');
  writeFileSync(fonts, '<fontconfig></fontconfig>\n');
  const rest = Object.entries(process.env).filter(([name]) => !OF_THIS_MACHINE.test(name));
  return { ...Object.fromEntries(rest), PATH: programs, HOME: '/dev/null/home', FONTCONFIG_FILE: fonts };
}
