import { randomUUID } from 'node:crypto';
import type { FunctionName } from '@heirlight/contract/functionNames';
// `build.mjs` makes these load on first use.
import { getApps, initializeApp } from 'firebase-admin/app';
import { getAuth, type UserRecord } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { getStorage } from 'firebase-admin/storage';
import { logger } from 'firebase-functions/logger';
import { addressHash } from './addressHash';
import { bucketFileStore } from './bucketFileStore';
import {
  ADDRESS_HASH_KEY,
  CONTENT_CREDENTIALS_KEY,
  REPLICATE_API_TOKEN,
  readConfig,
  STRIPE_SECRET_KEY,
  STRIPE_WEBHOOK_SECRET,
} from './config';
import { credentialsOf } from './credentials/credentials';
import type { Deps } from './deps';
import { faultPoint } from './faultPoints';
import type { FileStore } from './fileStore';
import type { RegisteredFunction, Right } from './functionOptions';
import { replicateProvider } from './replicateProvider';
import { stripeGateway } from './stripeGateway';
import { cloudTasks } from './taskQueue';
import { uploadToken } from './uploadToken';
import type { AuthUser, UserDirectory } from './users';

/** firebase-tools and the Firebase SDKs agree on this variable for where Storage is, when it is not Google's. */
function downloadBaseUrl(): string {
  const emulator = process.env.FIREBASE_STORAGE_EMULATOR_HOST;
  return emulator ? `http://${emulator}` : 'https://firebasestorage.googleapis.com';
}

/** Firebase Auth. `may` throws where the function has no right to it. */
function liveUsers(may: (right: Right) => void): UserDirectory {
  const isUnknown = (error: unknown) =>
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'auth/user-not-found';
  const known = async (ask: () => Promise<UserRecord>): Promise<AuthUser | null> => {
    may('users.read');
    try {
      const user = await ask();
      return {
        uid: user.uid,
        email: user.email ?? null,
        emailVerified: user.emailVerified,
        disabled: user.disabled,
        tokensValidAfter: new Date(user.tokensValidAfterTime ?? 0),
      };
    } catch (error) {
      if (isUnknown(error)) return null;
      throw error;
    }
  };
  return {
    get: (uid) => known(() => getAuth().getUser(uid)),
    find: (email) => known(() => getAuth().getUserByEmail(email)),
    async remove(uid) {
      may('users.remove');
      try {
        await getAuth().deleteUser(uid);
      } catch (error) {
        if (!isUnknown(error)) throw error;
      }
    },
  };
}

/**
 * Makes the real world of a function from the parameters as they are now. Database and files are opened when first used.
 * What the function has no right to throws here as well, where one process serves all functions.
 */
export function createDeps({ name, rights, secrets }: RegisteredFunction): Deps {
  // The SDK of Functions makes an app of another name when the event of a document comes.
  if (!getApps().some((app) => app.name === '[DEFAULT]')) initializeApp();
  const config = readConfig();
  const may = (right: Right) => {
    if (!rights.includes(right)) throw new Error(`${name} has no right to ${right}: see its trigger.ts`);
  };
  /** A secret of the function; blank where it is not bound, so that using it fails closed. */
  const secretOrBlank = (secret: (typeof secrets)[number]) =>
    secrets.includes(secret) ? (process.env[secret.name] ?? '') : '';
  let files: FileStore | undefined;
  return {
    get db() {
      may('db');
      return getFirestore();
    },
    get files() {
      may('files');
      files ??= bucketFileStore(getStorage().bucket(), downloadBaseUrl());
      return files;
    },
    users: liveUsers(may),
    provider: replicateProvider({ token: secretOrBlank(REPLICATE_API_TOKEN), baseUrl: config.replicateApiBaseUrl }),
    payments: stripeGateway({
      secretKey: secretOrBlank(STRIPE_SECRET_KEY),
      webhookSecret: secretOrBlank(STRIPE_WEBHOOK_SECRET),
      baseUrl: config.stripeApiBaseUrl,
    }),
    tasks: cloudTasks(may),
    config,
    fetch,
    now: () => new Date(),
    newId: randomUUID,
    uploadToken: (path) => uploadToken(secretOrBlank(REPLICATE_API_TOKEN), path),
    hashAddress: addressHash(secretOrBlank(ADDRESS_HASH_KEY)),
    findFaces: async (picture, how) => (await import('./faces/findFaces')).findFaces(picture, how),
    credentials: credentialsOf({
      certificate: config.credentialsCertificate,
      key: secretOrBlank(CONTENT_CREDENTIALS_KEY),
      timeStampUrl: config.credentialsTimeStampUrl,
      fetch,
      log: logger,
    }),
    faultPoint,
    log: logger,
  };
}

const made = new Map<FunctionName, Deps>();

/** The real world of a function, made once per instance and shared by its requests. */
export function liveDeps(registration: RegisteredFunction): Deps {
  const deps = made.get(registration.name) ?? createDeps(registration);
  made.set(registration.name, deps);
  return deps;
}
