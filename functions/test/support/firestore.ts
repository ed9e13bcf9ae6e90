import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeoutHandler } from '@google-cloud/firestore/build/src/backoff';
import { startFirestore } from '@heirlight/firestore-emulator';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';

/** The SDK tries a transaction again after a second and more: meant for a database far away, which others write to. */
const BACKOFF_SCALE = 1 / 20;

/** A file of the root. */
const read = (name: string) => ({ name, content: readFileSync(join(__dirname, '../../..', name), 'utf8') });

export interface TestFirestore {
  db: Firestore;
  /** Removes every document. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** A real Firestore for tests: the one that FIRESTORE_EMULATOR_HOST names, or an emulator started for this file. */
export async function openFirestore(): Promise<TestFirestore> {
  setTimeoutHandler((retry, ms) => setTimeout(retry, ms * BACKOFF_SCALE));
  // Otherwise the SDK looks for Google's metadata server, which no emulator needs.
  process.env.METADATA_SERVER_DETECTION = 'none';
  const given = process.env.FIRESTORE_EMULATOR_HOST;
  const emulator =
    given === undefined
      ? await startFirestore({ rules: read('firestore.rules'), indexes: read('firestore.indexes.json') })
      : undefined;
  if (emulator) process.env.FIRESTORE_EMULATOR_HOST = `${emulator.host}:${emulator.port}`;
  // A project per test file: files may run side by side against one given emulator.
  const projectId = `demo-test-${process.pid}-${Date.now()}`;
  const app = initializeApp({ projectId }, projectId);
  return {
    db: getFirestore(app),
    async clear() {
      const documents = `emulator/v1/projects/${projectId}/databases/(default)/documents`;
      const response = await fetch(`http://${process.env.FIRESTORE_EMULATOR_HOST}/${documents}`, { method: 'DELETE' });
      if (!response.ok) throw new Error(`Could not clear the database: HTTP ${response.status}`);
    },
    async close() {
      await deleteApp(app);
      await emulator?.close();
      if (given === undefined) delete process.env.FIRESTORE_EMULATOR_HOST;
    },
  };
}
