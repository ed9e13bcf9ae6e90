import { randomUUID } from 'node:crypto';
// `build.mjs` makes these load on first use.
import { getApps, initializeApp } from 'firebase-admin/app';
import { getAuth, type UserRecord } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { getStorage } from 'firebase-admin/storage';
import { logger } from 'firebase-functions/logger';
import { addressHash } from './addressHash';
import { bucketFileStore } from './bucketFileStore';
import { ADDRESS_HASH_KEY, REPLICATE_API_TOKEN, readConfig, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } from './config';
import type { Deps } from './deps';
import { faultPoint } from './faultPoints';
import type { FileStore } from './fileStore';
import type { PaymentGateway } from './paymentGateway';
import type { PredictionProvider } from './predictionProvider';
import { replicateProvider } from './replicateProvider';
import { stripeGateway } from './stripeGateway';
import { uploadToken } from './uploadToken';
import type { AuthUser, UserDirectory } from './users';

/** firebase-tools and the Firebase SDKs agree on this variable for where Storage is, when it is not Google's. */
function downloadBaseUrl(): string {
  const emulator = process.env.FIREBASE_STORAGE_EMULATOR_HOST;
  return emulator ? `http://${emulator}` : 'https://firebasestorage.googleapis.com';
}

/** Firebase Auth. */
function liveUsers(): UserDirectory {
  const isUnknown = (error: unknown) =>
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'auth/user-not-found';
  const known = async (ask: () => Promise<UserRecord>): Promise<AuthUser | null> => {
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
      try {
        await getAuth().deleteUser(uid);
      } catch (error) {
        if (!isUnknown(error)) throw error;
      }
    },
  };
}

/** A secret bound to the running function; blank where it is not bound, so that using it fails closed. */
const secretOrBlank = (name: string) => process.env[name] ?? '';

const uploadTokens = (path: string) => uploadToken(REPLICATE_API_TOKEN.value(), path);

const liveProvider = (baseUrl: string): PredictionProvider =>
  replicateProvider({ token: secretOrBlank(REPLICATE_API_TOKEN.name), baseUrl });
const livePayments = (baseUrl: string): PaymentGateway =>
  stripeGateway({
    secretKey: secretOrBlank(STRIPE_SECRET_KEY.name),
    webhookSecret: secretOrBlank(STRIPE_WEBHOOK_SECRET.name),
    baseUrl,
  });

/** Makes the real world from the parameters as they are now. Database and files are opened when first used. */
export function createDeps(): Deps {
  // The SDK of Functions makes an app of another name when the event of a document comes.
  if (!getApps().some(({ name }) => name === '[DEFAULT]')) initializeApp();
  const config = readConfig();
  let files: FileStore | undefined;
  return {
    get db() {
      return getFirestore();
    },
    get files() {
      files ??= bucketFileStore(getStorage().bucket(), downloadBaseUrl());
      return files;
    },
    users: liveUsers(),
    provider: liveProvider(config.replicateApiBaseUrl),
    payments: livePayments(config.stripeApiBaseUrl),
    config,
    fetch,
    now: () => new Date(),
    newId: randomUUID,
    uploadToken: uploadTokens,
    hashAddress: addressHash(secretOrBlank(ADDRESS_HASH_KEY.name)),
    faultPoint,
    log: logger,
  };
}

let deps: Deps | undefined;

/** The real world, made once per instance and shared by its requests. */
export function liveDeps(): Deps {
  deps ??= createDeps();
  return deps;
}
