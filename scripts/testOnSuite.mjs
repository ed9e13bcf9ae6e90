/** Run by the suite once it is up: the tests that need it, first against the services, then in Chromium. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

const services = await run(`${root}node_modules/.bin/jest`, [
  ...['--config', 'e2e/jest.config.mjs', '--runInBand', '--silent'],
  ...['--json', '--outputFile', `${root}build/jest-suite.json`],
]);
const browser = await run(`${root}node_modules/.bin/playwright`, ['test', '--config', 'e2e/playwright.config.ts'], {
  PLAYWRIGHT_JSON_OUTPUT_NAME: `${root}build/playwright.json`,
});
process.exit(services || browser);
