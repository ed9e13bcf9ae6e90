import { readConfig } from '../../lib/readConfig';
import type { Photo } from './photoDocument';
import { appCheckHeader, isEqual, photosWhere } from './restFirestore';

/** Photos read by a plain request where this device remembers none: two rows, until the listener brings the page. */
export const FIRST_LOOK = 6;

/** What a plain request found of the user whom Firebase Auth has kept in this browser. */
export interface FirstLook {
  userId: string;
  /** The newest; all there are if fewer than `FIRST_LOOK`. */
  photos: Photo[];
}

/** Where the SDK's products keep what they know of this browser: a database of IndexedDB, and its one store. */
interface Place {
  database: string;
  store: string;
}
/** https://github.com/firebase/firebase-js-sdk/blob/main/packages/auth/src/platform_browser/persistence/indexed_db.ts */
const AUTH: Place = { database: 'firebaseLocalStorageDb', store: 'firebaseLocalStorage' };
/** https://github.com/firebase/firebase-js-sdk/blob/main/packages/app-check/src/indexeddb.ts */
const APP_CHECK: Place = { database: 'firebase-app-check-database', store: 'firebase-app-check-store' };
/** The name of the SDK's app if none is given to it. */
const APP_NAME = '[DEFAULT]';
/** A token that ends sooner may end on its way. As Firebase Auth has it. */
const LEAST_LEFT_MS = 30_000;
const TOKENS = 'https://securetoken.googleapis.com';

/** The part of the kept user that is needed here. */
interface KeptUser {
  uid: string;
  stsTokenManager: {
    accessToken: string;
    refreshToken: string;
    /** In ms since 1970. */
    expirationTime: number;
  };
}

/** The token of App Check, as the SDK keeps it. */
interface KeptAppCheck {
  token: string;
  /** In ms since 1970. */
  expireTimeMillis: number;
}

const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @throws DOMException if there is no such database or store */
async function kept<Value>({ database: name, store }: Place, key: string): Promise<Value | undefined> {
  const opening = indexedDB.open(name);
  // A database that is not there is the SDK's to make.
  opening.onupgradeneeded = () => opening.transaction?.abort();
  const database = await done(opening);
  try {
    const entry: { value?: Value } | undefined = await done(database.transaction(store).objectStore(store).get(key));
    return entry?.value;
  } finally {
    // Else the SDK of another tab could not change it.
    database.close();
  }
}

const isOver = (endMs: number): boolean => endMs - Date.now() <= LEAST_LEFT_MS;

/** Returns the token of App Check that an earlier visit got; nothing if there is none, or it has ended. */
async function keptAppCheckToken(appId: string): Promise<string | undefined> {
  // No database: App Check never ran here.
  const found = await kept<KeptAppCheck>(APP_CHECK, `${appId}-${APP_NAME}`).catch(() => undefined);
  return found && !isOver(found.expireTimeMillis) ? found.token : undefined;
}

/** Returns the user's token, or a new one if it has ended; nothing if the session has. The SDK keeps its own. */
async function tokenOf(user: KeptUser, url: string, headers: HeadersInit): Promise<string | undefined> {
  const { accessToken, refreshToken, expirationTime } = user.stsTokenManager;
  if (!isOver(expirationTime)) return accessToken;
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
  const response = await fetch(url, { method: 'POST', headers, body });
  const { id_token }: { id_token?: string } = await response.json();
  return id_token;
}

/**
 * Reads the newest photos of a returning user with plain requests, before the page's code and the SDK are there. Null
 * where that cannot be: nobody is signed in, or requests need App Check and no earlier visit left a token that still
 * holds. A new one takes the SDK and 300 kB of reCAPTCHA.
 *
 * It reads what the SDK has kept, which is not documented. If that changes, photos come as late as the SDK does; a
 * browser test notices.
 * @throws Error if a service or what is kept cannot be read
 */
export async function lookFirst(): Promise<FirstLook | null> {
  const config = await readConfig();
  const { firebase, endpoints, appCheckSiteKey } = config;
  const [user, appCheck = null] = await Promise.all([
    kept<KeptUser>(AUTH, `firebase:authUser:${firebase.apiKey}:${APP_NAME}`),
    appCheckSiteKey ? keptAppCheckToken(firebase.appId) : undefined,
  ]);
  if (!user || (appCheckSiteKey && !appCheck)) return null;
  // The local suite has it below the path of the real one.
  const tokens = endpoints?.auth ? `${endpoints.auth}/${new URL(TOKENS).host}` : TOKENS;
  const token = await tokenOf(user, `${tokens}/v1/token?key=${firebase.apiKey}`, appCheckHeader(appCheck));
  if (!token) return null;
  const photos = await photosWhere({ config, token, appCheck }, isEqual('user_id', user.uid), FIRST_LOOK);
  return { userId: user.uid, photos };
}
