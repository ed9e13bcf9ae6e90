import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientConfig } from '@heirlight/contract/clientConfig';
import type { Addresses } from '@heirlight/emulator-kit/plugin';
import { type BackendSettings, LOCAL_PUBLISHABLE_KEY, PROJECT_ID, STORAGE_BUCKET, toDotenv } from './environment';

/** Where one suite keeps its own copy of what firebase-tools serves, so that two suites can run side by side. */
export interface SuiteFolder {
  /** The suite's firebase.json. */
  configFile: string;
  publicFolder: string;
  functionsFolder: string;
  logs: string;
  /**
   * For sockets and blobs: outside the repository, because a socket's path may not be longer than about 100 characters.
   */
  temporary: string;
}

/** Names the suite's folders and makes its temporary one. */
export function suiteFolder(root: string, offset: number): SuiteFolder {
  const path = join(root, `build/suite-${offset}`);
  return {
    configFile: join(path, 'firebase.json'),
    publicFolder: join(path, 'public'),
    functionsFolder: join(path, 'functions'),
    logs: join(path, 'logs'),
    temporary: mkdtempSync(join(tmpdir(), 'heirlight-')),
  };
}

/** The client's run-time configuration for this suite: the same client, other base URLs. */
export function clientConfig(addresses: Addresses, developer: Record<string, string>): ClientConfig {
  const publishable = developer.STRIPE_PUBLISHABLE_KEY;
  return {
    firebase: {
      apiKey: 'local-suite',
      authDomain: addresses.hostAndPort('hosting'),
      projectId: PROJECT_ID,
      storageBucket: STORAGE_BUCKET,
      appId: '1:000000000000:web:local',
    },
    stripePublishableKey: publishable ?? LOCAL_PUBLISHABLE_KEY,
    ...(developer.CONTENT_CREDENTIALS_CERTIFICATE ? { contentCredentials: true } : {}),
    endpoints: {
      auth: addresses.url('auth'),
      firestore: addresses.url('firestore'),
      storage: addresses.url('storage'),
      functions: addresses.url('functions'),
      ...(publishable ? {} : { stripeJs: `${addresses.url('stripe')}/basil/stripe.js` }),
    },
  };
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
  rmSync(folder.temporary, { recursive: true, force: true });
}
