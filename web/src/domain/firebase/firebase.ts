/**
 * The only way to Firebase: no other folder imports its SDK. Each product is downloaded at its first use, so a visitor
 * who is not signed in downloads none. Flows receive it as an argument; tests give them `fakeFirebase()` instead.
 */
export const firebase = {
  auth: () => import('./auth'),
  firestore: () => import('./firestore'),
  functions: () => import('./functions'),
  plainFirestore: () => import('./plainFirestore'),
  storage: () => import('./storage'),
};

export type Firebase = typeof firebase;
