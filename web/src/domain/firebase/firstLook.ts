import { readConfig } from '../../lib/readConfig';
import type { Photo } from './photoDocument';
import { isEqual, photosWhere } from './restFirestore';

/** Photos read by a plain request where this device remembers none: two rows, until the listener brings the page. */
export const FIRST_LOOK = 6;

/** What a plain request found of the user whom Firebase Auth has kept in this browser. */
export interface FirstLook {
  userId: string;
  /** The newest; all there are if fewer than `FIRST_LOOK`. */
  photos: Photo[];
}

/** Where Firebase Auth keeps its user. https://github.com/firebase/firebase-js-sdk/blob/main/packages/auth/src/platform_browser/persistence/indexed_db.ts */
const [DATABASE, STORE] = ['firebaseLocalStorageDb', 'firebaseLocalStorage'];
/** A token that ends sooner may end on its way. As the SDK has it. */
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

const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @throws DOMException if there is no such database or store */
async function keptUser(apiKey: string): Promise<KeptUser | undefined> {
  const opening = indexedDB.open(DATABASE);
  // A database that is not there is the SDK's to make.
  opening.onupgradeneeded = () => opening.transaction?.abort();
  const database = await done(opening);
  try {
    const key = `firebase:authUser:${apiKey}:[DEFAULT]`;
    const entry: { value: KeptUser } | undefined = await done(database.transaction(STORE).objectStore(STORE).get(key));
    return entry?.value;
  } finally {
    // Else the SDK of another tab could not change it.
    database.close();
  }
}

/** Returns the user's token, or a new one if it has ended; nothing if the session has. The SDK keeps its own. */
async function tokenOf({ stsTokenManager: kept }: KeptUser, url: string): Promise<string | undefined> {
  if (kept.expirationTime - Date.now() > LEAST_LEFT_MS) return kept.accessToken;
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: kept.refreshToken });
  const response = await fetch(url, { method: 'POST', body });
  const { id_token }: { id_token?: string } = await response.json();
  return id_token;
}

/**
 * Reads the newest photos of a returning user with plain requests, before the page's code and the SDK are there. Null
 * where that cannot be: nobody is signed in, or requests need App Check, which takes the SDK.
 *
 * It reads what Firebase Auth has kept, which is not documented. If that changes, photos come as late as the SDK does; a
 * browser test notices.
 * @throws Error if a service or what is kept cannot be read
 */
export async function lookFirst(): Promise<FirstLook | null> {
  const config = await readConfig();
  const { firebase, endpoints, appCheckSiteKey } = config;
  if (appCheckSiteKey) return null;
  const user = await keptUser(firebase.apiKey);
  if (!user) return null;
  // The local suite has it below the path of the real one.
  const tokens = endpoints?.auth ? `${endpoints.auth}/${new URL(TOKENS).host}` : TOKENS;
  const token = await tokenOf(user, `${tokens}/v1/token?key=${firebase.apiKey}`);
  if (!token) return null;
  const photos = await photosWhere({ config, token, appCheck: null }, isEqual('user_id', user.uid), FIRST_LOOK);
  return { userId: user.uid, photos };
}
