/**
 * Run by the local suite once it is up (scripts/test.mjs): the tests of the services, then those in the browser.
 * The arguments are the files for the two reports.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [servicesReport, browserReport] = process.argv.slice(2);

function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(`${root}node_modules/.bin/${command}`, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

const services = await run('jest', [
  ...['--config', 'e2e/jest.services.config.mjs', '--runInBand', '--silent'],
  ...['--json', '--outputFile', servicesReport],
]);
const browser = await run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
  PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
});
process.exit(services || browser);
