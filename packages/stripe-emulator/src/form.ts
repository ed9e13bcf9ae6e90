/** A parameter as the form carries it: everything is text, in lists and maps. */
export type Raw = string | Raw[] | RawMap;
export type RawMap = { [name: string]: Raw };

const NUMBER = /^\d+$/;
const DEEPEST = 8;

function keyPath(key: string): string[] {
  const [, head = key, rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key) ?? [];
  return [head, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part)].slice(0, DEEPEST);
}

/** Maps whose keys are 0, 1, 2… become lists. */
function withLists(raw: Raw): Raw {
  if (typeof raw === 'string' || Array.isArray(raw)) return raw;
  const entries = Object.entries(raw).map(([name, value]) => [name, withLists(value)] as const);
  if (entries.length > 0 && entries.every(([name], index) => NUMBER.test(name) && Number(name) === index)) {
    return entries.map(([, value]) => value);
  }
  return Object.assign(Object.create(null) as RawMap, Object.fromEntries(entries));
}

/**
 * Stripe's form encoding, e.g. `line_items[0][price]=p&expand[]=customer`, as nested maps and lists. Maps have no
 * prototype, so a parameter called `__proto__` is only a name.
 */
export function parseForm(text: string): RawMap {
  const root: RawMap = Object.create(null);
  for (const [key, value] of new URLSearchParams(text)) {
    const path = keyPath(key);
    let map = root;
    for (const [depth, part] of path.entries()) {
      const name = part === '' ? String(Object.keys(map).length) : part;
      if (depth === path.length - 1) {
        map[name] = value;
        break;
      }
      const next = map[name];
      const child: RawMap = typeof next === 'object' && !Array.isArray(next) ? next : Object.create(null);
      map[name] = child;
      map = child;
    }
  }
  return Object.assign(
    Object.create(null) as RawMap,
    Object.fromEntries(Object.entries(root).map(([name, value]) => [name, withLists(value)])),
  );
}
