import { equals, includes, unique } from '../values/compare';
import {
  fail,
  isList,
  isMap,
  MapDiffValue,
  type RulesList,
  type RulesMap,
  type RulesValue,
  SetValue,
} from '../values/values';
import { toText } from './conversions';
import { define } from './signature';

const itemsOf = (collection: RulesList | SetValue): readonly RulesValue[] =>
  collection instanceof SetValue ? collection.items : collection;

/** Membership tests of List and Set, which accept lists and sets. */
const membership = (['list', 'set'] as const).flatMap((type) => [
  define(`${type}#hasAll`, [`${type}`, 'list|set'], (self, other) =>
    itemsOf(other).every((item) => includes(itemsOf(self), item)),
  ),
  define(`${type}#hasAny`, [`${type}`, 'list|set'], (self, other) =>
    itemsOf(other).some((item) => includes(itemsOf(self), item)),
  ),
  define(`${type}#hasOnly`, [`${type}`, 'list|set'], (self, other) =>
    itemsOf(self).every((item) => includes(itemsOf(other), item)),
  ),
  define(`${type}#size`, [`${type}`], (self) => BigInt(itemsOf(self).length)),
]);

/** https://firebase.google.com/docs/reference/rules/rules.List */
const list = [
  define('list#concat', ['list', 'list'], (self, other) => [...self, ...other]),
  define('list#join', ['list', 'string'], (self, separator) => {
    const texts = self.map(toText);
    const bad = texts.indexOf(null);
    return bad < 0 ? texts.join(separator) : fail(`Item ${bad} has no text to join.`);
  }),
  define('list#removeAll', ['list', 'list'], (self, other) => self.filter((item) => !includes(other, item))),
  define('list#toSet', ['list'], (self) => new SetValue(unique(self))),
];

/** https://firebase.google.com/docs/reference/rules/rules.Set */
const set = [
  define(
    'set#difference',
    ['set', 'set'],
    (self, other) => new SetValue(self.items.filter((i) => !includes(other.items, i))),
  ),
  define(
    'set#intersection',
    ['set', 'set'],
    (self, other) => new SetValue(self.items.filter((i) => includes(other.items, i))),
  ),
  define('set#union', ['set', 'set'], (self, other) => new SetValue(unique([...self.items, ...other.items]))),
];

/** https://firebase.google.com/docs/reference/rules/rules.Map */
const map = [
  define('map#diff', ['map', 'map'], (self, before) => new MapDiffValue(self, before)),
  define('map#get', ['map', 'string|list', 'any'], (self, key, otherwise) => {
    const keys = isList(key) ? key : [key];
    if (keys.length === 0) return fail('Map.get needs at least one key.');
    let value: RulesValue = self;
    for (const name of keys) {
      if (typeof name !== 'string') return fail('Map.get takes a string or a list of strings.');
      const next: RulesValue | undefined = isMap(value) ? value.get(name) : undefined;
      if (next === undefined) return otherwise;
      value = next;
    }
    return value;
  }),
  define('map#keys', ['map'], (self) => [...self.keys()]),
  define('map#values', ['map'], (self) => [...self.values()]),
  define('map#size', ['map'], (self) => BigInt(self.size)),
];

const keysOf = (map: RulesMap, keep: (key: string, value: RulesValue) => boolean) =>
  [...map].filter(([key, value]) => keep(key, value)).map(([key]) => key);
const added = ({ after, before }: MapDiffValue) => keysOf(after, (key) => !before.has(key));
const removed = ({ after, before }: MapDiffValue) => keysOf(before, (key) => !after.has(key));
const shared = ({ after, before }: MapDiffValue, same: boolean) =>
  keysOf(after, (key, value) => {
    const old = before.get(key);
    return old !== undefined && equals(value, old) === same;
  });

/** https://firebase.google.com/docs/reference/rules/rules.MapDiff */
const mapDiff = [
  define('map_diff#addedKeys', ['map_diff'], (diff) => new SetValue(added(diff))),
  define('map_diff#removedKeys', ['map_diff'], (diff) => new SetValue(removed(diff))),
  define('map_diff#changedKeys', ['map_diff'], (diff) => new SetValue(shared(diff, false))),
  define('map_diff#unchangedKeys', ['map_diff'], (diff) => new SetValue(shared(diff, true))),
  define(
    'map_diff#affectedKeys',
    ['map_diff'],
    (diff) => new SetValue([...added(diff), ...removed(diff), ...shared(diff, false)]),
  ),
];

export const COLLECTIONS = [...membership, ...list, ...set, ...map, ...mapDiff];
