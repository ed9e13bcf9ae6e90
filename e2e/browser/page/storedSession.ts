import type { Page } from '@playwright/test';

interface StoredSession {
  uid: string;
  email: string;
  stsTokenManager: { accessToken: string; refreshToken: string; expirationTime: number };
}

/** The session that the auth library keeps in the browser; with `expireNow`, its token has expired from now on. */
export function storedSession(page: Page, expireNow = false): Promise<StoredSession> {
  return page.evaluate(
    (expire) =>
      new Promise<StoredSession>((resolve, reject) => {
        const opening = indexedDB.open('firebaseLocalStorageDb');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const store = opening.result
            .transaction('firebaseLocalStorage', 'readwrite')
            .objectStore('firebaseLocalStorage');
          const reading = store.getAll();
          reading.onsuccess = () => {
            const record = reading.result.find(({ fbase_key }) => fbase_key.startsWith('firebase:authUser'));
            if (expire) {
              record.value.stsTokenManager.expirationTime = Date.now() - 1;
              store.put(record);
            }
            store.transaction.oncomplete = () => resolve(record.value);
          };
        };
      }),
    expireNow,
  );
}
