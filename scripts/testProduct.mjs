/**
 * Run by the local suite once it is up (scripts/test.mjs): the tests of the services if `--services` names a file for
 * their report, then those in the browser if `--pages` does.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { V8_FOR_TESTS } from './v8ForTests.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { services: { type: 'string' }, pages: { type: 'string' } } });

function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...V8_FOR_TESTS, `${root}node_modules/.bin/${command}`, ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

const codes = [];
if (values.services)
  codes.push(
    await run('jest', [
      ...['--config', 'e2e/jest.services.config.mjs', '--runInBand', '--silent'],
      ...['--json', '--outputFile', values.services],
    ]),
  );
if (values.pages)
  codes.push(
    await run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: values.pages,
    }),
  );
process.exit(Math.max(...codes));
