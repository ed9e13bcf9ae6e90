import type { PluginContext } from '@heirlight/emulator-kit/plugin';
import { PROJECT_ID, STORAGE_BUCKET } from '../environment';
import { firebaseToolsEnvironment } from '../firebaseTools/environment';

/** What firebase-tools' Functions emulator gives the backend it runs. */
export function functionsHostEnvironment({ addresses, backend }: PluginContext): Record<string, string> {
  return {
    ...backend,
    ...firebaseToolsEnvironment(),
    TZ: 'UTC',
    GCLOUD_PROJECT: PROJECT_ID,
    FIREBASE_CONFIG: JSON.stringify({ projectId: PROJECT_ID, storageBucket: STORAGE_BUCKET }),
    FUNCTIONS_EMULATOR: 'true',
    FIREBASE_DEBUG_MODE: 'true',
    // The Auth emulator does not sign its tokens.
    FIREBASE_DEBUG_FEATURES: JSON.stringify({ skipTokenVerification: true, enableCors: true }),
    FIRESTORE_EMULATOR_HOST: addresses.hostAndPort('firestore'),
    FIREBASE_AUTH_EMULATOR_HOST: addresses.hostAndPort('auth'),
    FIREBASE_STORAGE_EMULATOR_HOST: addresses.hostAndPort('storage'),
    CLOUD_TASKS_EMULATOR_HOST: addresses.hostAndPort('tasks'),
  };
}
