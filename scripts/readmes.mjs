/**
 * `npm run lint:readmes`: the root's README names every npm script of the root, and no page names one that is gone. The
 * README of a source folder names each folder and each file in it and in its `src`. Prints what is wrong, and then
 * exits with 1.
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

/** Source folders: what lies in them is for people to find. */
const SOURCE_FOLDER = /^(packages\/[^/]+|functions|web|e2e|scripts|tools)\/README\.md$/;
/** What lies in every package says nothing of this one: settings, its entry point, unit tests and their data. */
const COMMON =
  /^(README\.md|package\.json|tsconfig.*\.json|.*\.config\.\w+|build\.mjs|index\.\w+|\..*|.*\.test\.\w+|src|testdata)$/;

/** Folders and files in a source folder and in its `src`, as paths from it. */
function childrenOf(folder) {
  const paths = files.filter((file) => file.startsWith(folder)).map((file) => file.slice(folder.length));
  const children = paths.map((path) => path.match(/^(src\/)?[^/]+/)[0]);
  return [...new Set(children)].filter((child) => !COMMON.test(child.replace('src/', '')));
}

/** What a page names: the words of its code and the parts of their paths, without the ending of a file. */
const namesIn = (page) =>
  new Set(codeIn(page).flatMap((code) => code.split(/[\s,{}/]+/).flatMap((name) => [name, withoutEnding(name)])));
const withoutEnding = (name) => name.replace(/\.\w+$/, '');

function unnamedChildren() {
  return files
    .filter((file) => SOURCE_FOLDER.test(file))
    .flatMap((page) => {
      const names = namesIn(textOf(page));
      return childrenOf(page.replace('README.md', ''))
        .filter((child) => !names.has(withoutEnding(child.replace('src/', ''))))
        .map((child) => `${page} does not name ${child}`);
    });
}

const wrong = [...unnamedScripts(), ...missingScripts(), ...unnamedChildren()];
for (const line of wrong) console.error(line);
if (wrong.length > 0) process.exit(1);
