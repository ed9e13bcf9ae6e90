export { BrokenRulesError, type Firestore, type FirestoreOptions, startFirestore } from './start';
