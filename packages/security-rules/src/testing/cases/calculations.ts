import type { Topics } from './conditions';

/** The builtins of time, place, numbers, hashing and conversion. */
export const CALCULATIONS: Topics = {
  'Timestamp.date': [
    ['request.time.date() == timestamp.date(2026, 2, 3)', true],
    ['timestamp.value(-1).date() == timestamp.date(1969, 12, 31)', true],
    ['request.time.date() == request.time', false],
  ],
  'Timestamp.year': [
    ['request.time.year() == 2026', true],
    ['timestamp.value(0).year() == 1971', false],
  ],
  'Timestamp.month': [
    ['request.time.month() == 2', true],
    ['request.time.month() == 1', false],
  ],
  'Timestamp.day': [
    ['request.time.day() == 3', true],
    ['request.time.day() == 2', false],
  ],
  'Timestamp.dayOfWeek': [
    ['request.time.dayOfWeek() == 2', true],
    ['timestamp.date(2026, 2, 8).dayOfWeek() == 7', true],
    ['request.time.dayOfWeek() == 3', false],
  ],
  'Timestamp.dayOfYear': [
    ['request.time.dayOfYear() == 34', true],
    ['timestamp.date(2024, 12, 31).dayOfYear() == 366', true],
    ['timestamp.date(2026, 1, 1).dayOfYear() == 0', false],
  ],
  'Timestamp.hours': [
    ['request.time.hours() == 4', true],
    ['request.time.hours() == 5', false],
  ],
  'Timestamp.minutes': [
    ['request.time.minutes() == 5', true],
    ['request.time.minutes() == 4', false],
  ],
  'Timestamp.seconds': [
    ['request.time.seconds() == 6', true],
    ['request.time.seconds() == 7', false],
  ],
  'Timestamp.nanos': [
    ['request.time.nanos() == 789000000', true],
    ['request.time.nanos() == 789', false],
  ],
  'Timestamp.time': [
    ['request.time.time() == duration.time(4, 5, 6, 789000000)', true],
    ['request.time.time() == duration.time(4, 5, 6, 0)', false],
  ],
  'Timestamp.toMillis': [
    ['request.time.toMillis() == 1770091506789', true],
    ['timestamp.value(-1).toMillis() == 0', false],
  ],
  'Timestamp arithmetic': [
    ["request.time + duration.value(1, 'd') > request.time", true],
    ["duration.value(1, 'd') + request.time - request.time == duration.value(24, 'h')", true],
    ["request.time - duration.value(1, 'w') < timestamp.date(2026, 1, 28)", true],
    ['request.time - timestamp.date(2026, 2, 3) == request.time.time()', true],
    ['request.time + request.time > request.time', 'Received: timestamp + timestamp'],
    ['request.time + 1 > request.time', 'Received: timestamp + int'],
    ["timestamp.date(9999, 12, 31) + duration.value(1, 'd') > request.time", 'Timestamp out of range'],
  ],
  'timestamp.date': [
    ['timestamp.date(2024, 2, 29) < timestamp.date(2024, 3, 1)', true],
    ['timestamp.date(2026, 2, 29) < request.time', 'No such date'],
    ["timestamp.date('2026', 2, 2) < request.time", 'Expected: (int, int, int)'],
  ],
  'timestamp.value': [
    ['timestamp.value(1000).seconds() == 1', true],
    ['timestamp.value(0) == timestamp.date(1970, 1, 1)', true],
    ['timestamp.value(9223372036854775807) > request.time', 'Timestamp out of range'],
  ],
  'Duration.seconds': [
    ["duration.value(90, 'm').seconds() == 5400", true],
    ["duration.value(1500, 'ms').seconds() == 2", false],
  ],
  'Duration.nanos': [
    ["duration.value(1500, 'ms').nanos() == 500000000", true],
    ["duration.value(1, 's').nanos() == 1", false],
  ],
  'duration.abs': [
    ["duration.abs(duration.value(-5, 's')) == duration.value(5, 's')", true],
    ["duration.abs(duration.value(-5, 's')) == duration.value(-5, 's')", false],
  ],
  'duration.time': [
    ['duration.time(1, 1, 1, 1) > duration.time(1, 1, 1, 0)', true],
    ["duration.time(1, 0, 0, 0) == duration.value(59, 'm')", false],
  ],
  'duration.value': [
    ["duration.value(1, 'w') == duration.value(7, 'd')", true],
    ["duration.value(1, 'h') == duration.value(60, 'm')", true],
    ["duration.value(1, 'ms') == duration.value(1000000, 'ns')", true],
    ["duration.value(1, 's') - duration.value(2, 's') == -duration.value(1, 's')", true],
    ["duration.value(1, 'y') == duration.value(1, 'd')", 'Unknown duration unit'],
  ],
  'LatLng.latitude': [
    ['latlng.value(1.5, 2.5).latitude() == 1.5', true],
    ['latlng.value(1, 2).latitude() == 2', false],
  ],
  'LatLng.longitude': [
    ['latlng.value(1.5, 2.5).longitude() == 2.5', true],
    ['latlng.value(1, 2).longitude() == 1', false],
  ],
  'LatLng.distance': [
    ['latlng.value(0, 0).distance(latlng.value(0, 0)) == 0', true],
    [
      'latlng.value(48.8566, 2.3522).distance(latlng.value(51.5074, -0.1278)) > 343000 && latlng.value(48.8566, 2.3522).distance(latlng.value(51.5074, -0.1278)) < 344500',
      true,
    ],
    ['latlng.value(0, 0).distance(latlng.value(0, 180)) < 20000000', false],
  ],
  'latlng.value': [
    ['latlng.value(1, 2) == latlng.value(1.0, 2.0)', true],
    ['latlng.value(91, 0) == latlng.value(91, 0)', 'out of range'],
  ],
  'math.abs': [
    ['math.abs(-3) == 3', true],
    ['math.abs(-3.5) == 3.5', true],
    ['math.abs(-9223372036854775808) > 0', 'Integer overflow'],
    ["math.abs('a') == 1", 'Unsupported operation error'],
  ],
  'math.ceil': [
    ['math.ceil(1.2) == 2', true],
    ['math.ceil(1.2) is int', true],
    ['math.ceil(-1.2) == -2', false],
  ],
  'math.floor': [
    ['math.floor(-1.2) == -2', true],
    ['math.floor(1.9) == 2', false],
  ],
  'math.round': [
    ['math.round(1.5) == 2', true],
    ['math.round(1.4) == 1', true],
    ['math.round(1.4) == 2', false],
  ],
  'math.isInfinite': [
    ['math.isInfinite(math.pow(10, 400))', true],
    ['math.isInfinite(1)', false],
    ['math.isInfinite(1.5)', false],
  ],
  'math.isNaN': [
    ['math.isNaN(math.sqrt(-1))', true],
    ['math.isNaN(1.0)', false],
    ['math.isNaN(1)', false],
  ],
  'math.pow': [
    ['math.pow(2, 10) == 1024', true],
    ['math.pow(2, 1) is float', true],
    ['math.pow(2, 3) == 9', false],
  ],
  'math.sqrt': [
    ['math.sqrt(9) == 3', true],
    ['math.sqrt(2) == 1', false],
  ],
  'hashing.crc32': [
    ["hashing.crc32('123456789').toHexString() == 'CBF43926'", true],
    ["hashing.crc32('a') == hashing.crc32('b')", false],
  ],
  'hashing.crc32c': [
    ["hashing.crc32c('123456789').toHexString() == 'E3069283'", true],
    ["hashing.crc32c('a') == hashing.crc32('a')", false],
  ],
  'hashing.md5': [
    ["hashing.md5('').toHexString() == 'D41D8CD98F00B204E9800998ECF8427E'", true],
    ["hashing.md5(b'a') == hashing.md5('a')", true],
    ['hashing.md5(1) == hashing.md5(1)', 'Unsupported operation error'],
  ],
  'hashing.sha256': [
    ["hashing.sha256('abc').toHexString() == 'BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD'", true],
    ["hashing.sha256('a') == hashing.sha256('b')", false],
  ],
  int: [
    ['int(2.9) == 2', true],
    ["int('-12') == -12", true],
    ['int(3) == 3', true],
    ["int('1.5') == 1", 'Cannot convert'],
    ['int(null) == 0', 'Unsupported operation error'],
    ['int(math.pow(10, 30)) > 0', 'Integer overflow'],
  ],
  float: [
    ['float(2) is float', true],
    ["float('2.5') == 2.5", true],
    ["float('two') == 2", 'Cannot convert'],
  ],
  string: [
    ["string(1) == '1'", true],
    ["string(true) == 'true'", true],
    ["string(null) == 'null'", true],
    ["string(2.0) == '2.0'", true],
    ["string([]) == '[]'", 'string() takes'],
  ],
  bool: [
    ["bool('true')", true],
    ["bool('false')", false],
    ["bool('yes')", 'Cannot convert'],
    ['bool(1)', 'Unsupported operation error'],
  ],
  path: [
    ["path('/a/b') == /a/b", true],
    ["path('a') == /b", false],
    ['path(1) == /a', 'Unsupported operation error'],
  ],
};
