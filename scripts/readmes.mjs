/**
 * `npm run lint:readmes`: the root's README names every npm script of the root, and no page names one that is gone.
 * Prints what is wrong, and then exits with 1.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => existsSync(root + file));
const textOf = (file) => readFileSync(root + file, 'utf8');
const scriptsOf = (file) => Object.keys(JSON.parse(textOf(file)).scripts ?? {});
/** What a page sets as code in a line, without the back quotes. */
const codeIn = (page) => [...page.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code);

/** The root's scripts that its README does not name: `npm run lint`, `lint`, `npm test -- unit`. */
function unnamedScripts() {
  const named = codeIn(textOf('README.md')).map((code) => code.replace(/^npm (run )?/, '').split(' ')[0]);
  return scriptsOf('package.json')
    .filter((script) => !named.includes(script))
    .map((script) => `README.md does not name the npm script ${script}`);
}

/** Scripts that a page tells people to run, but no package.json has. What a page says of the past is not looked at. */
function missingScripts() {
  const packages = files.filter((file) => /^([^/]+\/|packages\/[^/]+\/)?package\.json$/.test(file));
  const scripts = new Set(packages.flatMap(scriptsOf));
  const pages = files.filter((file) => file.endsWith('.md') && file !== 'docs/measurements.md');
  return pages.flatMap((page) =>
    [...textOf(page).matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)]
      .filter(([, script]) => !scripts.has(script))
      .map(([, script]) => `${page} names the npm script ${script}, which is gone`),
  );
}

const wrong = [...unnamedScripts(), ...missingScripts()];
for (const line of wrong) console.error(line);
if (wrong.length > 0) process.exit(1);
