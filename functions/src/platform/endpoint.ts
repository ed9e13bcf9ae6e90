import type { RegisteredFunction } from './functionOptions';

/** A registered function with its code. */
export interface Endpoint extends RegisteredFunction {
  /** What firebase-functions made: its `__endpoint` describes the deployment. */
  run: object;
}

type Exports = { [key: string]: Exports | object };

/**
 * What the backend's entry file exports: Firebase builds deployed names from nested exports, joined by hyphens, so
 * `replicate-restore` has to be `{ replicate: { restore } }`.
 *
 * @throws Error when two names collide, as `restore` and `restore-again` would
 */
export function exportsOf(endpoints: readonly { name: string; run: object }[]): object {
  const root: Exports = {};
  for (const { name, run } of endpoints) {
    const groups = name.split('-');
    const key = groups.pop() ?? '';
    let group = root;
    for (const part of groups) {
      group[part] ??= {};
      group = group[part] as Exports;
      if (typeof group === 'function') throw new Error(`The function ${name} is in a group that is a function`);
    }
    if (group[key]) throw new Error(`The name ${name} is taken`);
    group[key] = run;
  }
  return root;
}
