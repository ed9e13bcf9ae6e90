/** `npm run scenarios -- stripe|replicate [--live] [--yes]`: see `cli.ts`. */
import { scenariosCommand } from './cli';

void scenariosCommand({ args: process.argv.slice(2), env: process.env, print: console.log }).then((code) =>
  process.exit(code),
);
