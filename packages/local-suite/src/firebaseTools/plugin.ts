import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from '@heirlight/emulator-kit/plugin';
import { PROJECT_ID } from '../environment';
import { type EmulatorFiles, emulatorEnvironment, preloadOptions, temporaryFolderEnvironment } from './emulatorFiles';
import { firebaseToolsEnvironment } from './environment';
import { RUNTIME_ENDED } from './reportRuntimes';

/** Firebase's usual ports. */
const PORTS = {
  hosting: 5000,
  functions: 5001,
  firestore: 8080,
  firestoreWebsocket: 9150,
  auth: 9099,
  storage: 9199,
  eventarc: 9299,
  tasks: 9499,
  hub: 4400,
  logging: 4500,
};

export interface FirebaseOptions {
  root: string;
  /** The suite's firebase.json; firebase-tools writes its debug logs beside it. */
  configFile: string;
  temporaryFolder: string;
  /** Our files; null: Google's own JARs, which need Java. */
  emulatorFiles: EmulatorFiles | null;
  /** Bundle of `preload.ts`. */
  preload: string;
  /** Another process serves the functions, at the address of `functions`. */
  functionsElsewhere: boolean;
}

const FOLDER = 'firebase';

/** firebase-tools: Auth, Firestore, Storage, Hosting, Tasks and, unless they are elsewhere, Functions. */
export function firebasePlugin(options: FirebaseOptions): Plugin {
  const { root, configFile, temporaryFolder, emulatorFiles, preload, functionsElsewhere } = options;
  const firebaseTools = dirname(
    createRequire(join(root, 'packages/local-suite/package.json')).resolve('firebase-tools/package.json'),
  );
  return {
    name: 'firebase',
    ports: PORTS,
    start: ({ addresses, importFrom }) => ({
      command: process.execPath,
      args: [
        join(firebaseTools, 'lib/bin/firebase.js'),
        'emulators:start',
        ...['--project', PROJECT_ID],
        ...['--config', configFile],
        ...['--only', `auth,firestore,storage,hosting${functionsElsewhere ? '' : ',functions'}`],
        ...(importFrom === undefined ? [] : ['--import', join(importFrom, FOLDER)]),
      ],
      cwd: dirname(configFile),
      env: {
        ...firebaseToolsEnvironment(),
        ...(emulatorFiles ? emulatorEnvironment(emulatorFiles) : {}),
        ...temporaryFolderEnvironment(temporaryFolder),
        NODE_OPTIONS: preloadOptions(preload),
        ...(functionsElsewhere
          ? {
              FUNCTIONS_ELSEWHERE: addresses.hostAndPort('functions'),
              CLOUD_TASKS_EMULATOR_HOST: addresses.hostAndPort('tasks'),
            }
          : {}),
        FIREBASE_EMULATOR_HUB: addresses.hostAndPort('hub'),
      },
      isReady: (line) => line.includes('All emulators ready!'),
      isFatal: (line) => line.includes('Failed to load function definition'),
      isBroken: (line) => line.startsWith(RUNTIME_ENDED),
    }),
    /** What `firebase emulators:export` asks the hub for. */
    async exportTo(folder, addresses, signal) {
      const response = await fetch(`${addresses.url('hub')}/_admin/export`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ path: join(folder, FOLDER), initiatedBy: 'heirlight' }),
        signal,
      });
      if (response.ok) return;
      throw new Error(`${response.status} ${await response.text()}`);
    },
  };
}
