import { CALCULATIONS } from './calculations';
import type { Topics } from './conditions';

/** Every documented builtin of collections, text and paths, with results and errors. */
const COLLECTIONS_AND_TEXT: Topics = {
  'List.concat': [
    ['[1].concat([2, 1]) == [1, 2, 1]', true],
    ['[1].concat(2) == [1, 2]', 'Expected: (list, list)'],
  ],
  'List.hasAll': [
    ["['a', 'b'].hasAll(['a'])", true],
    ["['a', 'b'].hasAll(['a', 'c'])", false],
    ["['a', 'b'].hasAll(['a'].toSet())", true],
    ["['a'].hasAll('a')", 'Unsupported operation error'],
  ],
  'List.hasAny': [
    ["['a', 'b'].hasAny(['c', 'a'])", true],
    ["['a', 'b'].hasAny(['c'])", false],
    ["['a'].hasAny([])", false],
  ],
  'List.hasOnly': [
    ["['a', 'b'].hasOnly(['a', 'c'])", false],
    ["['a', 'b'].hasOnly(['a', 'b', 'c'])", true],
    ["['a', 'b'].hasOnly(['b', 'a'])", true],
    ["['a', 'a', 'b'].hasOnly(['a', 'b', 'b', 'c'])", true],
  ],
  'List.join': [
    ["['a', 'b'].join('-') == 'a-b'", true],
    ["[1, true, null].join(',') == '1,true,null'", true],
    ["[].join(',') == ''", true],
    ["[[1]].join(',') == '1'", 'has no text to join'],
  ],
  'List.removeAll': [
    ["['a', 'b', 'a'].removeAll(['a']) == ['b']", true],
    ['[1].removeAll([]) == [1]', true],
  ],
  'List.size': [
    ['[1, 2].size() == 2', true],
    ['[].size() == 0', true],
    ['[].size > 0', 'Expected: [map,path]'],
  ],
  'List.toSet': [
    ["['a', 'a', 'b'].toSet().size() == 2", true],
    ['[1, 1.0].toSet().size() == 1', true],
    ["['a', 'b'].toSet() == ['b', 'a'].toSet()", true],
    ["['a'].toSet() == ['a']", false],
  ],
  'Map.diff': [
    ["{'a': 1}.diff({'a': 1}).affectedKeys().size() == 0", true],
    ["{'a': 1}.diff(null).affectedKeys().size() == 0", 'Unsupported operation error'],
    ["{'a': 1}.diff({}) == {'a': 1}.diff({})", true],
  ],
  'Map.get': [
    ["{'a': 1}.get('a', 2) == 1", true],
    ["{'a': 1}.get('b', 2) == 2", true],
    ["{'a': {'b': 1}}.get(['a', 'b'], 2) == 1", true],
    ["{'a': {'b': 1}}.get(['a', 'c'], 2) == 2", true],
    ["{'a': 1}.get(['a', 'c'], 2) == 2", true],
    ["{'a': null}.get('a', 2) == null", true],
    ["{'a': 1}.get([1], 2) == 2", 'Map.get takes'],
    ["{'a': 1}.get([], 2) == 2", 'at least one key'],
  ],
  'Map.keys': [
    ["{'a': 1, 'b': 2}.keys() == ['a', 'b']", true],
    ["{}.keys() == ['a']", false],
  ],
  'Map.values': [
    ["{'a': 1, 'b': 2}.values() == [1, 2]", true],
    ["{'a': 1}.values() == ['a']", false],
  ],
  'Map.size': [
    ["{'a': 1}.size() == 1", true],
    ['{}.size() == 1', false],
  ],
  'MapDiff.addedKeys': [
    ["{'a': 1, 'b': 2}.diff({'a': 1}).addedKeys() == ['b'].toSet()", true],
    ["{'a': 1}.diff({'a': 2}).addedKeys().size() == 1", false],
  ],
  'MapDiff.removedKeys': [
    ["{'a': 1}.diff({'a': 1, 'b': 2}).removedKeys() == ['b'].toSet()", true],
    ["{'a': 1}.diff({'a': 1}).removedKeys().size() == 1", false],
  ],
  'MapDiff.changedKeys': [
    ["{'a': 2, 'c': 1}.diff({'a': 1, 'b': 2}).changedKeys() == ['a'].toSet()", true],
    ["{'a': {'b': 1}}.diff({'a': {'b': 2}}).changedKeys() == ['a'].toSet()", true],
    ["{'a': 1}.diff({'a': 1}).changedKeys().hasAny(['a'])", false],
  ],
  'MapDiff.unchangedKeys': [
    ["{'a': 1, 'b': 2}.diff({'a': 1, 'b': 3}).unchangedKeys() == ['a'].toSet()", true],
    ["{'a': 1}.diff({'a': 2}).unchangedKeys().hasAny(['a'])", false],
  ],
  'MapDiff.affectedKeys': [
    ["{'a': 2, 'c': 1, 'd': 1}.diff({'a': 1, 'b': 2, 'd': 1}).affectedKeys() == ['a', 'b', 'c'].toSet()", true],
    ["{'a': 2}.diff({'a': 1}).affectedKeys().hasOnly(['b'])", false],
  ],
  'Set.difference': [
    ["['a', 'b'].toSet().difference(['a', 'c'].toSet()) == ['b'].toSet()", true],
    ["['a'].toSet().difference(['a']) == [].toSet()", 'Expected: (set, set)'],
  ],
  'Set.intersection': [
    ["['a', 'b'].toSet().intersection(['a', 'c'].toSet()) == ['a'].toSet()", true],
    ["['a'].toSet().intersection(['b'].toSet()).size() == 1", false],
  ],
  'Set.union': [
    ["['a', 'b'].toSet().union(['a', 'c'].toSet()) == ['a', 'b', 'c'].toSet()", true],
    ["['a'].toSet().union([].toSet()).size() == 2", false],
  ],
  'Set.hasAll': [
    ["['d', 'e', 'f'].toSet().hasAll(['d', 'e'])", true],
    ["['a', 'b'].toSet().hasAll(['a', 'c'])", false],
  ],
  'Set.hasAny': [
    ["['a', 'b'].toSet().hasAny(['a', 'c'].toSet())", true],
    ["['a', 'b'].toSet().hasAny(['c', 'd'].toSet())", false],
  ],
  'Set.hasOnly': [
    ["['a', 'b'].toSet().hasOnly(['a', 'b'])", true],
    ["['a', 'b'].toSet().hasOnly(['a', 'c'])", false],
  ],
  'Set.size': [
    ["['a', 'b'].toSet().size() == 2", true],
    ['[].toSet().size() == 1', false],
  ],
  'String.lower': [
    ["'ÀB'.lower() == 'àb'", true],
    ["'a'.lower() == 'A'", false],
  ],
  'String.upper': [
    ["'àb'.upper() == 'ÀB'", true],
    ["'A'.upper() == 'a'", false],
  ],
  'String.trim': [
    ["'  a b '.trim() == 'a b'", true],
    ["' a'.trim() == ' a'", false],
  ],
  'String.size': [
    ["'abc'.size() == 3", true],
    ["'€😀'.size() == 2", true],
    ["''.size() == 1", false],
  ],
  'String.matches': [
    ["'user@domain.com'.matches('.*@domain[.]com')", true],
    ["'xuser@domain.comx'.matches('user@domain[.]com')", false],
    ["'abc'.matches('b')", false],
    ["'ABC'.matches('(?i)abc')", true],
    ["'12'.matches('^\\\\d+$')", true],
    ["'aaaaaaaaaaaaaaaaaaaaaaaaaaaaab'.matches('(a+)+')", false],
    ["'a'.matches('(?=a)a')", 'Invalid regular expression'],
    ["'a'.matches('[')", 'Invalid regular expression'],
    ["(1).matches('1')", 'Function not found error: Name: [matches]'],
  ],
  'String.replace': [
    ["'file.jpg'.replace('[.]jpg$', '.png') == 'file.png'", true],
    ["'aab'.replace('a', 'x') == 'xxb'", true],
    ["'foo@test.com'.replace('@.*', '') == 'foo'", true],
    ["'a-b'.replace('(a)-(b)', '$2-$1') == 'b-a'", true],
    ["'a'.replace('(', 'b') == 'b'", 'Invalid regular expression'],
  ],
  'String.split': [
    ["'a/b/c'.split('/') == ['a', 'b', 'c']", true],
    ["'a1b22c'.split('[0-9]+') == ['a', 'b', 'c']", true],
    ["'a,b,'.split(',').size() == 3", true],
    ["'a'.split('*') == []", 'Invalid regular expression'],
  ],
  'String.toUtf8': [
    ["'€'.toUtf8() == b'\\xE2\\x82\\xAC'", true],
    ["'a'.toUtf8() == 'a'", false],
  ],
  'Bytes.size': [
    ["b'€'.size() == 3", true],
    ["b'\\xFF\\xFF'.size() == 3", false],
  ],
  'Bytes.toBase64': [
    ["b'\\xFB\\xEF\\xBE'.toBase64() == '----'", true],
    ["b'a'.toBase64() == 'YQ=='", true],
    ["b'\\xFF\\xFF\\xFF'.toBase64() == '////'", false],
  ],
  'Bytes.toHexString': [
    ["b'€'.toHexString() == 'E282AC'", true],
    ["b'**'.toHexString() == '2a2a'", false],
  ],
  'Path.bind': [
    ["(/path/$(foo)/$(bar)).bind({'foo': 'something', 'bar': 'another'}) == /path/something/another", true],
    ["(/a/{x}).bind({'x': /b/c}) == /a/b/c", true],
    ["(/a/$(foo)).bind({'foo': 'x'}).foo == 'x'", true],
    ["(/a/$(foo)).bind({'foo': 'x'})['foo'] == 'x'", true],
    ["(/a/$(foo)).bind({'bar': 'x'}) == /a/x", false],
    ["(/a/$(foo)).bind({'foo': 1}) == /a/1", 'Path.bind takes'],
  ],
};

export const BUILTINS: Topics = { ...COLLECTIONS_AND_TEXT, ...CALCULATIONS };
