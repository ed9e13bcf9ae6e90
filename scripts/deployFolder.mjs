/**
 * `npm run deploy:folder` writes build/deploy/functions, the folder that `firebase deploy` uploads: the bundle, the
 * network that finds faces, a
 * package.json with the registry packages that the bundle needs, and their package-lock.json. Tests and sources stay
 * here, so changing one does not deploy anything.
 *
 * The lockfile is cut from the one in the root: what is deployed is what the tests ran with, down to the last version.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const WORKSPACE = 'functions';
const target = join(root, 'build/deploy/functions');
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/** The lockfile's entry of the package that a `require(name)` in `from` finds, as Node looks for it; or undefined. */
function entryFor(packages, { from, name }) {
  const inside = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (inside in packages) return inside;
  return from === '' ? undefined : entryFor(packages, { from: parentOf(from), name });
}
const parentOf = (path) => {
  const folder = dirname(path);
  return folder === '.' ? '' : folder;
};

/** What a package needs besides its optional packages: its dependencies, and peers that npm installs by itself. */
const needsOf = ({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) =>
  [...Object.keys(dependencies), ...Object.keys(peerDependencies)].filter(
    (name) => !(name in optionalDependencies) && !peerDependenciesMeta[name]?.optional,
  );

/** Adds all that `from` needs to `found`, with optional packages only where `withOptional` says so. */
function collect(packages, { from, names, found, withOptional }) {
  for (const name of names) {
    const path = entryFor(packages, { from, name });
    // npm leaves out optional packages that the registry does not have.
    if (path === undefined && withOptional) continue;
    if (path === undefined) throw new Error(`package-lock.json has no ${name}, which ${from} needs: run npm install`);
    if (packages[path].link) throw new Error(`${name}, which ${from} needs, is not in the registry`);
    if (found.has(path)) continue;
    found.add(path);
    const optional = withOptional ? Object.keys(packages[path].optionalDependencies ?? {}) : [];
    collect(packages, { from: path, names: [...needsOf(packages[path]), ...optional], found, withOptional });
  }
}

/**
 * The lockfile of a package of the registry's packages alone, cut from the root's.
 *
 * @param lock the root's lockfile
 * @param workspace path of the package in it
 * @param manifest the package.json that the new lockfile is for
 */
export function cutLockfile(lock, { workspace, manifest }) {
  const { packages } = lock;
  const names = Object.keys(manifest.dependencies);
  const [needed, all] = [new Set(), new Set()];
  collect(packages, { from: workspace, names, found: needed, withOptional: false });
  collect(packages, { from: workspace, names, found: all, withOptional: true });
  const entries = [...all].sort().map((path) => {
    const { dev, devOptional, optional, peer, ...entry } = packages[path];
    // A version that only this workspace has lies in its own folder, which becomes the top.
    const place = path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
    return [place, needed.has(path) ? entry : { ...entry, optional: true }];
  });
  const places = new Set(entries.map(([place]) => place));
  if (places.size < entries.length) throw new Error(`Two versions of one package want the same place in ${workspace}`);
  const { name, version } = manifest;
  return {
    name,
    version,
    lockfileVersion: lock.lockfileVersion,
    requires: true,
    packages: { '': manifest, ...Object.fromEntries(entries) },
  };
}

/** Writes the folder anew and returns its path. The bundle must have been built. */
export function writeDeployFolder() {
  const { version, dependencies } = readJson(join(root, WORKSPACE, 'package.json'));
  const { runtime } = readJson(join(root, 'firebase.json')).functions[0];
  const main = 'lib/index.cjs';
  const manifest = {
    name: 'heirlight-functions',
    version,
    private: true,
    main,
    engines: { node: runtime.replace('nodejs', '') },
    dependencies,
  };
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, 'lib'), { recursive: true });
  cpSync(join(root, WORKSPACE, main), join(target, main));
  cpSync(join(root, WORKSPACE, 'lib/faceModel'), join(target, 'lib/faceModel'), { recursive: true });
  writeJson(join(target, 'package.json'), manifest);
  writeJson(
    join(target, 'package-lock.json'),
    cutLockfile(readJson(join(root, 'package-lock.json')), { workspace: WORKSPACE, manifest }),
  );
  return target;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await import(`../${WORKSPACE}/build.mjs`);
  console.log(writeDeployFolder());
}
