import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientConfig } from '@heirlight/contract/clientConfig';
import { type BackendSettings, LOCAL_PUBLISHABLE_KEY, PROJECT_ID, toDotenv } from './environment';
import { HOST, type Ports, url } from './ports';

/** Where one suite keeps its own copy of what firebase-tools serves, so that two suites can run side by side. */
export interface SuiteFolder {
  path: string;
  /** Relative to the repository, as firebase.json wants it. */
  relative: string;
  configFile: string;
  publicFolder: string;
  functionsFolder: string;
  logs: string;
  /** For sockets and blobs: outside the repository, because a socket's path may not be longer than about 100 characters. */
  temporary: string;
}

/** Names the suite's folders and makes its temporary one. */
export function suiteFolder(root: string, offset: number): SuiteFolder {
  const relative = `build/suite-${offset}`;
  const path = join(root, relative);
  return {
    path,
    relative,
    configFile: join(root, `firebase.suite-${offset}.json`),
    publicFolder: join(path, 'public'),
    functionsFolder: join(path, 'functions'),
    logs: join(path, 'logs'),
    temporary: mkdtempSync(join(tmpdir(), 'heirlight-')),
  };
}

/** The client's run-time configuration for this suite: the same client, other base URLs. */
export function clientConfig(ports: Ports, developer: Record<string, string>): ClientConfig {
  const publishable = developer.STRIPE_PUBLISHABLE_KEY;
  return {
    firebase: {
      apiKey: 'local-suite',
      authDomain: `${HOST}:${ports.hosting}`,
      projectId: PROJECT_ID,
      storageBucket: `${PROJECT_ID}.appspot.com`,
      appId: '1:000000000000:web:local',
    },
    stripePublishableKey: publishable ?? LOCAL_PUBLISHABLE_KEY,
    endpoints: {
      auth: url(ports.auth),
      firestore: url(ports.firestore),
      storage: url(ports.storage),
      functions: url(ports.functions),
      ...(publishable ? {} : { stripeJs: `${url(ports.stripe)}/basil/stripe.js` }),
    },
  };
}

interface FirebaseJson {
  functions: { source: string }[];
  hosting: { public: string; headers?: { source: string; headers: { key: string; value: string }[] }[] };
  emulators: Record<string, { host?: string; port?: number; websocketPort?: number; enabled?: boolean } | boolean>;
}

/** Names only: the local services stand on loopback addresses the strict production policy does not list. */
function allowLocalServices(headers: NonNullable<FirebaseJson['hosting']['headers']>, ports: Ports): void {
  const origins = [ports.auth, ports.firestore, ports.storage, ports.functions, ports.stripe].map(url).join(' ');
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

/** The repository's firebase.json with this suite's ports and folders. */
export function writeFirebaseConfig(root: string, folder: SuiteFolder, ports: Ports): void {
  const config = JSON.parse(readFileSync(join(root, 'firebase.json'), 'utf8')) as FirebaseJson;
  for (const [name, emulator] of Object.entries(config.emulators)) {
    if (typeof emulator === 'object' && emulator.port !== undefined && name in ports) {
      emulator.port = ports[name as keyof Ports];
    }
    if (name === 'firestore' && typeof emulator === 'object') emulator.websocketPort = ports.firestoreWebsocket;
  }
  for (const codebase of config.functions) codebase.source = `${folder.relative}/functions`;
  config.hosting.public = `${folder.relative}/public`;
  if (config.hosting.headers) allowLocalServices(config.hosting.headers, ports);
  writeFileSync(folder.configFile, JSON.stringify(config, null, 2));
}

/** Copies the built client and its configuration to where the Hosting emulator serves it. */
export function publishClient(root: string, folder: SuiteFolder, config: ClientConfig): void {
  rmSync(folder.publicFolder, { recursive: true, force: true });
  cpSync(join(root, 'web/dist'), folder.publicFolder, { recursive: true });
  writeFileSync(join(folder.publicFolder, 'config.json'), JSON.stringify(config));
}

/** Copies the built backend with its parameters and secrets to where the Functions emulator loads it. */
export function publishBackend(root: string, folder: SuiteFolder, settings: BackendSettings): void {
  mkdirSync(folder.functionsFolder, { recursive: true });
  cpSync(join(root, 'functions/package.json'), join(folder.functionsFolder, 'package.json'));
  // Overwritten in place: firebase-tools watches the file and reloads, and must never see it missing.
  cpSync(join(root, 'functions/lib'), join(folder.functionsFolder, 'lib'), { recursive: true, force: true });
  writeFileSync(join(folder.functionsFolder, '.env'), toDotenv(settings.params));
  writeFileSync(join(folder.functionsFolder, '.secret.local'), toDotenv(settings.secrets));
}

/** Removes what only a running suite needs. */
export function cleanUp(folder: SuiteFolder): void {
  if (existsSync(folder.configFile)) rmSync(folder.configFile);
  rmSync(folder.temporary, { recursive: true, force: true });
}
