/** Apart, because `import.meta` is understood by the bundler but not by the tests' module format. */
export function spawnConverter(): Worker {
  return new Worker(new URL('./convertWorker.ts', import.meta.url), { type: 'module' });
}
