import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { BRAND } from '@heirlight/contract/brand';
import { WEBHOOK } from '@heirlight/contract/callables';
import { type Service, startService } from '@heirlight/emulator-kit/process';
import { type BackendSettings, firebaseToolsEnvironment, functionsUrl, hostAndPort, PROJECT_ID } from './environment';
import type { SuiteOptions } from './options';
import { type Ports, url } from './ports';
import { stripeSeed } from './stripeSeed';
import type { SuiteFolder } from './workspace';

export interface SuiteContext {
  root: string;
  folder: SuiteFolder;
  ports: Ports;
  options: SuiteOptions;
  settings: BackendSettings;
}

/** A file of a package, wherever npm put it: beside the workspace that asks for it or at the root. */
function fileOf(root: string, { workspace, name, file }: { workspace: string; name: string; file: string }): string {
  const manifest = createRequire(join(root, workspace, 'package.json')).resolve(`${name}/package.json`);
  return join(dirname(manifest), file);
}

/** The bundle of each of our own services (each package has a `build.mjs`). */
const BUNDLES = {
  firestore: 'firestore-emulator',
  'storage-rules': 'security-rules',
  replicate: 'replicate-emulator',
  stripe: 'stripe-emulator',
  mailbox: 'local-suite',
  functions: 'local-suite',
};
const dist = (context: SuiteContext, name: keyof typeof BUNDLES) =>
  join(context.root, 'packages', BUNDLES[name], 'dist', `${name}.mjs`);

function print(context: SuiteContext, name: string) {
  return context.options.verbose ? (line: string) => console.log(`${name.padEnd(9)} ${line}`) : undefined;
}

/** Our own services say `listening PORT` when they are. */
function startOwn(
  context: SuiteContext,
  name: 'replicate' | 'stripe' | 'mailbox' | 'functions',
  { cwd = context.root, ...env }: { cwd?: string } & Record<string, string>,
): Service {
  const port = context.ports[name];
  return startService({
    name,
    command: process.execPath,
    args: ['--enable-source-maps', dist(context, name), '--port', String(port)],
    cwd,
    env: { ...process.env, ...context.settings.secrets, ...context.settings.params, ...env },
    logFile: join(context.folder.logs, `${name}.log`),
    isReady: (line) => line.startsWith('listening'),
    onLine: print(context, name),
  });
}

export function startReplicate(context: SuiteContext): Service {
  return startOwn(context, 'replicate', {});
}

export function startStripe(context: SuiteContext): Service {
  return startOwn(context, 'stripe', {
    STRIPE_WEBHOOK_URL: `${functionsUrl(context.ports)}/${WEBHOOK.stripe}`,
    STRIPE_ACCOUNT_NAME: BRAND,
    STRIPE_SEED: JSON.stringify(stripeSeed()),
  });
}

export function startMailbox(context: SuiteContext): Service {
  return startOwn(context, 'mailbox', { AUTH_EMULATOR_URL: url(context.ports.auth), PROJECT_ID });
}

/** The backend in one process, in the environment that firebase-tools would give it. */
export function startFunctionsHost(context: SuiteContext): Service {
  const { ports, folder } = context;
  return startOwn(context, 'functions', {
    cwd: folder.functionsFolder,
    ...firebaseToolsEnvironment(),
    TZ: 'UTC',
    GCLOUD_PROJECT: PROJECT_ID,
    FIREBASE_CONFIG: JSON.stringify({ projectId: PROJECT_ID, storageBucket: `${PROJECT_ID}.appspot.com` }),
    FUNCTIONS_EMULATOR: 'true',
    FIREBASE_DEBUG_MODE: 'true',
    // The Auth emulator does not sign its tokens.
    FIREBASE_DEBUG_FEATURES: JSON.stringify({ skipTokenVerification: true, enableCors: true }),
    FIRESTORE_EMULATOR_HOST: hostAndPort(ports.firestore),
    FIREBASE_AUTH_EMULATOR_HOST: hostAndPort(ports.auth),
    FIREBASE_STORAGE_EMULATOR_HOST: hostAndPort(ports.storage),
  });
}

/** firebase-tools with our Firestore and rules runtime where it would start Google's JARs. */
export function startFirebase(context: SuiteContext): Service {
  const { root, options } = context;
  const standIns = options.official
    ? {}
    : {
        FIRESTORE_EMULATOR_BINARY_PATH: dist(context, 'firestore'),
        STORAGE_EMULATOR_BINARY_PATH: dist(context, 'storage-rules'),
        // firebase-tools runs whatever program is called `java`; ours runs those two files with Node.
        PATH: `${join(root, 'packages/local-suite/bin')}:${process.env.PATH}`,
      };
  const isHosted = options.functions === 'host';
  const preloads = ['dieWithParent.cjs', 'keepConnections.cjs', ...(isHosted ? ['functionsElsewhere.cjs'] : [])].map(
    (file) => `--require "${join(root, 'packages/local-suite/src', file)}"`,
  );
  return startService({
    name: 'firebase',
    command: process.execPath,
    args: [
      fileOf(root, { workspace: 'packages/local-suite', name: 'firebase-tools', file: 'lib/bin/firebase.js' }),
      'emulators:start',
      ...['--project', PROJECT_ID],
      ...['--config', context.folder.configFile],
      ...['--only', `auth,firestore,storage,hosting${isHosted ? '' : ',functions'}`],
    ],
    // Its debug logs go to the working directory: each suite's to its own.
    cwd: context.folder.path,
    env: {
      ...process.env,
      ...firebaseToolsEnvironment(),
      ...standIns,
      // Its Storage keeps every suite's blobs in one folder below this, and empties it at every start.
      TMPDIR: context.folder.temporary,
      NODE_OPTIONS: [process.env.NODE_OPTIONS ?? '', ...preloads].join(' ').trim(),
      ...(isHosted ? { FUNCTIONS_ELSEWHERE: hostAndPort(context.ports.functions) } : {}),
      FIREBASE_EMULATOR_HUB: hostAndPort(context.ports.hub),
    },
    logFile: join(context.folder.logs, 'firebase.log'),
    isReady: (line) => line.includes('All emulators ready!'),
    isFatal: (line) => line.includes('Failed to load function definition'),
    onLine: print(context, 'firebase'),
  });
}

export function startVite(context: SuiteContext): Service {
  return startService({
    name: 'vite',
    command: process.execPath,
    args: [
      fileOf(context.root, { workspace: 'web', name: 'vite', file: 'bin/vite.js' }),
      ...['--host', '127.0.0.1', '--port', String(context.ports.vite), '--strictPort'],
    ],
    cwd: join(context.root, 'web'),
    env: { ...process.env, SUITE_HOSTING_URL: url(context.ports.hosting) },
    logFile: join(context.folder.logs, 'vite.log'),
    isReady: (line) => line.includes('ready in'),
    onLine: print(context, 'vite'),
  });
}
