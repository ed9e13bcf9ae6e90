/** The engine's benchmarks: `npm run bench:engine -- <command> [arguments]`. Results are written under `build/`. */
import { parseArguments } from './arguments';
import * as colour from './colour';
import * as corners from './corners';
import * as damage from './damage';
import * as fit from './fit';
import * as glare from './glare';
import * as groups from './groups';
import * as marks from './marks';
import * as photos from './photos';
import * as pictures from './pictures';
import * as quality from './quality';
import * as repairs from './repairs';
import * as tones from './tones';

const COMMANDS = { quality, damage, fit, colour, corners, groups, glare, marks, repairs, photos, pictures, tones };

const [name = 'quality', ...rest] = process.argv.slice(2);
const command = Object.entries(COMMANDS).find(([known]) => known === name)?.[1];
if (command) {
  await command.run(parseArguments(rest));
} else {
  console.log('npm run bench:engine -- <command> [arguments]\n');
  for (const [known, { USAGE }] of Object.entries(COMMANDS)) console.log(`${known.padEnd(9)} ${USAGE}`);
  process.exitCode = name === 'help' ? 0 : 1;
}
