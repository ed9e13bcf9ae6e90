/** The Firestore of the soak, in a process of its own. Replies to each message with its memory after a collection. */
import { startFirestore } from '../src/start';

const content = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /{document=**} { allow read, write: if request.auth.uid == 'soak'; }
  }
}`;

const firestore = await startFirestore({ rules: { name: 'soak.rules', content } });
process.on('message', () => {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, heapUsed, external });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ port: firestore.port });
