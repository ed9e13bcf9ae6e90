import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { jest } from '@jest/globals';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';

const REPOSITORY = join(__dirname, '../../..');
const STAND_IN = join(REPOSITORY, 'packages/firestore-emulator/dist/firestore.mjs');

// Real transactions and real pictures, on machines that do other things besides: slow is not wrong.
jest.setTimeout(60_000);

export interface TestFirestore {
  db: Firestore;
  /** Removes every document. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Runs the Java-free Firestore as a process of its own, with the product's rules. Answers `host:port`. */
async function startStandIn(): Promise<{ host: string; child: ChildProcess }> {
  const args = [STAND_IN, '--port', '0', '--rules', join(REPOSITORY, 'firestore.rules')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /^listening (\d+)/.exec(line)?.[1];
    if (port !== undefined) return { host: `127.0.0.1:${port}`, child };
  }
  throw new Error('The Firestore stand-in ended before it listened');
}

/** A real Firestore for tests: the one FIRESTORE_EMULATOR_HOST names, or a stand-in started for this file. */
export async function openFirestore(): Promise<TestFirestore> {
  // The SDK would look for Google's metadata server, which no emulator needs.
  process.env.METADATA_SERVER_DETECTION = 'none';
  const given = process.env.FIRESTORE_EMULATOR_HOST;
  const standIn = given === undefined ? await startStandIn() : undefined;
  process.env.FIRESTORE_EMULATOR_HOST = given ?? standIn?.host;
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
      standIn?.child.kill('SIGINT');
      if (given === undefined) delete process.env.FIRESTORE_EMULATOR_HOST;
    },
  };
}
