/**
 * Run after `npm install` behind a registry mirror that lacks the binaries of some platforms. npm then leaves them out
 * of the lockfile, and `npm ci` refuses it. Their versions stand in their parents' exact pins and their platforms in
 * their names, so this script writes the missing entries; npm skips them on platforms that they do not fit.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'package-lock.json';
const OS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const CPU = ['arm64', 'x64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x'];

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const added = [];
for (const [path, parent] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const words = name.split(/[/-]/);
    const os = OS.find((candidate) => words.includes(candidate));
    const cpu = CPU.find((candidate) => words.includes(candidate));
    const isKnown = `node_modules/${name}` in lock.packages || `${path}/node_modules/${name}` in lock.packages;
    const isPinned = /^\d+\.\d+\.\d+\S*$/.test(version);
    if (isKnown || !isPinned || !os || !cpu) continue;
    const libc = words.some((word) => word.startsWith('musl')) ? { libc: ['musl'] } : {};
    lock.packages[`node_modules/${name}`] = { version, cpu: [cpu], ...libc, optional: true, os: [os], dev: true };
    added.push(name);
  }
}
const [root, ...rest] = Object.keys(lock.packages);
lock.packages = Object.fromEntries([root, ...rest.sort()].map((path) => [path, lock.packages[path]]));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added.length} entries added to ${FILE}`);
