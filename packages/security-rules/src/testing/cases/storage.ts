/** Storage rulesets of the decision and protocol tests: [what they are about, source]. */

const within = (body: string): string => `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
${body}
  }
}`;

const ruleset = {
  owner: within(`
    match /users/{uid}/{file} {
      allow read: if request.auth.uid == uid;
      allow create: if request.auth.uid == uid && request.resource.size < 25 * 1024 * 1024
        && request.resource.contentType.matches('image/.*') && request.resource.metadata.tool in ['scaler', 'deblur'];
      allow delete: if request.auth.uid == uid && resource.size > 0;
    }`),
  metadata: within(`
    match /{all=**} {
      allow get: if resource.name == 'a/b.jpg' && resource.bucket == 'B' && resource.generation > 0
        && resource.metageneration == 1 && resource.size == 12 && resource.timeCreated < resource.updated
        && resource.md5Hash == 'md5' && resource.crc32c == 'crc' && resource.etag == 'tag'
        && resource.contentDisposition == 'inline' && resource.contentEncoding == 'gzip'
        && resource.contentLanguage == 'en' && resource.contentType == 'image/jpeg'
        && resource.metadata.owner == 'u1' && bucket == 'B' && all == /a/b.jpg && request.path[4] == 'b.jpg';
      allow list: if all == /folder;
    }`),
  credits: within(`
    match /users/{uid}/{file} {
      allow create: if firestore.get(/databases/(default)/documents/users/$(uid)).data.credits >= 1;
      allow read: if firestore.exists(/databases/(default)/documents/users/$(uid));
      allow delete: if firestore.exists(/databases/(default)/documents/a/1)
        || firestore.exists(/databases/(default)/documents/a/2) || firestore.exists(/databases/(default)/documents/a/3);
    }`),
} as const;

export type StorageRulesName = keyof typeof ruleset;
export const storageRules = (name: StorageRulesName): string => ruleset[name];
export const STORAGE_RULES = Object.entries(ruleset);
