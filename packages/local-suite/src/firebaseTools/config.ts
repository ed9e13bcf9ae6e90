import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Addresses } from '@heirlight/emulator-kit/plugin';

interface FirebaseJson {
  firestore: { rules: string; indexes: string };
  storage: { rules: string };
  functions: { source: string; configDir?: string }[];
  hosting: { public: string; headers?: { source: string; headers: { key: string; value: string }[] }[] };
  emulators: Record<string, { host?: string; port?: number; websocketPort?: number; enabled?: boolean } | boolean>;
}

const LOCAL_SERVICES = ['auth', 'firestore', 'storage', 'functions', 'stripe'];

/** The strict production policy lists names only; the local services are on loopback addresses. */
function allowLocalServices(headers: NonNullable<FirebaseJson['hosting']['headers']>, addresses: Addresses): void {
  const origins = LOCAL_SERVICES.map(addresses.url).join(' ');
  for (const entry of headers.flatMap((group) => group.headers)) {
    if (entry.key.toLowerCase() !== 'content-security-policy') continue;
    entry.value = entry.value
      .split(';')
      .map((directive) =>
        /^\s*(connect-src|img-src|script-src|frame-src|form-action|media-src)\s/.test(directive)
          ? `${directive} ${origins}`
          : directive,
      )
      .join(';');
  }
}

/**
 * Writes the repository's firebase.json with this suite's ports and folders.
 *
 * @param file lies in the suite's folder: firebase-tools takes `functions/` and `public/` from beside it. The rules
 *   stay where they are, so that an edit is seen at once.
 */
export function writeFirebaseConfig({
  root,
  file,
  addresses,
}: {
  root: string;
  file: string;
  addresses: Addresses;
}): void {
  const config = JSON.parse(readFileSync(join(root, 'firebase.json'), 'utf8')) as FirebaseJson;
  for (const [name, emulator] of Object.entries(config.emulators)) {
    if (typeof emulator !== 'object' || emulator.port === undefined) continue;
    emulator.port = addresses.port(name);
    if (name === 'firestore') emulator.websocketPort = addresses.port('firestoreWebsocket');
  }
  config.firestore.rules = join(root, config.firestore.rules);
  config.firestore.indexes = join(root, config.firestore.indexes);
  config.storage.rules = join(root, config.storage.rules);
  for (const codebase of config.functions) {
    codebase.source = 'functions';
    delete codebase.configDir;
  }
  config.hosting.public = 'public';
  if (config.hosting.headers) allowLocalServices(config.hosting.headers, addresses);
  writeFileSync(file, JSON.stringify(config, null, 2));
}
