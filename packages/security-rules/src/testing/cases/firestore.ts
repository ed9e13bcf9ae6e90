/** Firestore rulesets of the decision tests: [what they are about, source]. */

const within = (body: string, version = 2): string => `rules_version = '${version}';
service cloud.firestore {
  match /databases/{database}/documents {
${body}
  }
}`;

const ruleset = {
  methods: within(`
    match /reads/{id} { allow read; }
    match /writes/{id} { allow write; }
    match /gets/{id} { allow get; }
    match /lists/{id} { allow list; }
    match /creates/{id} { allow create; }
    match /updates/{id} { allow update; }
    match /deletes/{id} { allow delete; }
    match /mixed/{id} { allow get, create; allow delete: if request.auth != null; }`),
  paths: within(`
    match /cities/{city} {
      allow get: if city == 'SF';
      match /landmarks/{landmark} { allow get: if city == 'SF' && landmark == 'bridge'; }
    }
    match /literal/one { allow get; }
    match /deep/{rest=**} { allow get: if rest == /a/b/c; }
    match /{prefix=**}/posts/{post} { allow get: if prefix == /users/u1; }
    match /outer/{id} { function same() { return id; } match /inner/{id} { allow get: if same() == 'o' && id == 'i'; } }`),
  wildcardV1: within('    match /cities/{city}/{document=**} { allow get; }', 1),
  wildcardV2: within('    match /cities/{city}/{document=**} { allow get; }'),
  functions: within(`
    function signedIn() { return request.auth != null; }
    function isUser(uid) { return signedIn() && request.auth.uid == uid; }
    function total(a, b) { let sum = a + b; let doubled = sum * 2; return doubled; }
    match /users/{uid} {
      function owns() { return isUser(uid); }
      allow get: if owns();
      allow update: if owns() && total(1, 2) == 6;
    }`),
  writes: within(`
    match /posts/{id} {
      allow create: if request.resource.data.keys().hasOnly(['title', 'owner'])
        && request.resource.data.owner == request.auth.uid
        && request.resource.data.title is string
        && request.resource.data.title.size() <= 10;
      allow update: if request.resource.data.diff(resource.data).affectedKeys().hasOnly(['title'])
        && resource.id == id && resource['__name__'] == request.path;
      allow delete: if resource.data.owner == request.auth.uid && request.resource == null;
    }`),
  access: within(`
    match /rooms/{room} {
      allow get: if get(/databases/$(database)/documents/members/$(request.auth.uid)).data.room == room;
      allow delete: if exists(/databases/$(database)/documents/admins/$(request.auth.uid));
      allow create: if getAfter(/databases/$(database)/documents/counters/rooms).data.count
        == get(/databases/$(database)/documents/counters/rooms).data.count + 1;
      allow update: if existsAfter(/databases/$(database)/documents/logs/$(room));
    }
    match /broken/{id} { allow get: if get('users/u1') != null; allow list: if get(/users/u1) != null; }`),
  types: within(`
    match /all/{id} {
      allow get: if resource.data.n == null && resource.data.b == true && resource.data.i == 7 && resource.data.i is int
        && resource.data.f is float && resource.data.f == 1.0 && resource.data.s == 'x' && resource.data.y == b'abc'
        && resource.data.t == timestamp.date(2026, 1, 2) + duration.value(1, 'ns')
        && resource.data.r == /databases/(default)/documents/a/b
        && resource.data.g == latlng.value(1, 2) && resource.data.l == [1, 'a'] && resource.data.m.k == 'v';
    }`),
  either: within(`
    match /a/{id} { allow get: if resource.data.missing == 1; allow get: if false; }
    match /{path=**} { allow get: if path == /a/open; }`),
  lists: within(`
    match /owned/{id} { allow list: if resource.data.owner == request.auth.uid; }
    match /limited/{id} { allow list: if request.query.limit <= 50; }
    match /paged/{id} { allow list: if request.query.offset == 0 && request.query.orderBy == {'age': 'DESC'}; }
    match /open/{id} { allow list: if request.auth != null && request.method == 'list' && resource != null; }
    match /status/{id} { allow list: if resource.data.status in ['public', 'shared']; }
    match /notStatus/{id} { allow list: if resource.data.status != 'secret'; }
    match /age/{id} { allow list: if resource.data.age >= 18; }
    match /young/{id} { allow list: if resource.data.age < 18; }
    match /exact/{id} { allow list: if resource.data.age == 18; }
    match /typed/{id} { allow list: if resource.data.age is number; }
    match /members/{id} { allow list: if request.auth.uid in resource.data.members; }
    match /anyOf/{id} { allow list: if resource.data.tags.hasAny(['a', 'b']); }
    match /allOf/{id} { allow list: if resource.data.tags.hasAll(['a', 'b']); }
    match /noneOf/{id} { allow list: if resource.data.tags.hasAll([]); }
    match /has/{id} { allow list: if 'age' in resource.data; }
    match /nested/{id} { allow list: if resource.data.access.level == 'public' && resource.data.access is map; }
    match /got/{id} { allow list: if resource.data.get(['access', 'level'], 'none') == 'public'; }
    match /either/{id} { allow list: if resource.data.public == true || resource.data.owner == request.auth.uid; }
    match /ternary/{id} { allow list: if resource.data.age > 3 ? true : true; }
    match /negated/{id} { allow list: if !(resource.data.owner == 'bob'); }
    match /nullable/{id} { allow list: if resource.data.deleted == null; }
    match /notNull/{id} { allow list: if resource.data.deleted != null; }
    match /fresh/{id} { allow list: if resource.data.expires > request.time; }
    match /byId/{id} { allow list: if id == 'd1' && resource.id == 'd1'; }
    match /idType/{id} { allow list: if id is string && resource.id is string && resource.data is map; }
    match /looked/{id} { allow list: if exists(/databases/$(database)/documents/shares/$(id)); }
    match /wrapped/{id} { allow list: if [resource.data.owner] != ['bob']; }
    match /users/{uid}/photos/{photo} { allow list: if uid == request.auth.uid; }
    match /{path=**}/comments/{comment} { allow list: if resource.data.author == request.auth.uid; }
    match /flat/{id} { allow list; }`),
} as const;

export type FirestoreRulesName = keyof typeof ruleset;
export const firestoreRules = (name: FirestoreRulesName): string => ruleset[name];
export const FIRESTORE_RULES = Object.entries(ruleset);
