import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { BRAND } from '@heirlight/contract/brand';
import { WEBHOOK } from '@heirlight/contract/functionNames';
import { type Plugin, servicePlugin } from '@heirlight/emulator-kit/plugin';
import { replicatePlugin } from '@heirlight/replicate-emulator/plugin';
import { stripePlugin } from '@heirlight/stripe-emulator/plugin';
import { type BackendSettings, functionsUrl, type RealServices } from './environment';
import { firebasePlugin } from './firebaseTools/plugin';
import { functionsHostEnvironment } from './functionsHost/environment';
import { LOCAL_PRICES, stripeSeed } from './stripeSeed';
import type { SuiteFolder } from './workspace';

/** Not secrets: they only let the local services and the local backend recognise each other. */
const REPLICATE_SECRETS = {
  REPLICATE_API_TOKEN: 'r8_local_suite',
  REPLICATE_WEBHOOK_SECRET: `whsec_${Buffer.from('heirlight-local-replicate').toString('base64')}`,
};
const STRIPE_SECRETS = { STRIPE_SECRET_KEY: 'sk_test_local_suite', STRIPE_WEBHOOK_SECRET: 'whsec_local_stripe' };

export interface PluginOptions {
  root: string;
  folder: SuiteFolder;
  /** Services for which the developer gave keys. */
  real: RealServices;
  official: boolean;
  dev: boolean;
  functions: 'emulator' | 'host';
}

/** All services of a suite, in the order they are started. */
export function pluginsOf(options: PluginOptions): Plugin[] {
  const plugins = [firebase(options), replicate(options), stripe(options), mailbox(options)];
  if (options.functions === 'host') plugins.push(functionsHost(options));
  if (options.dev) plugins.push(vite(options));
  return plugins;
}

/** Every port of these plugins by name, before the suite's offset. */
export const basePortsOf = (plugins: readonly Plugin[]): Record<string, number> =>
  Object.assign({}, ...plugins.map(({ ports }) => ports));

/** A bundle that `scripts/buildServices.mjs` made. */
const bundle = (root: string, packageName: string, file: string) => join(root, 'packages', packageName, 'dist', file);

function firebase({ root, folder, official, functions }: PluginOptions): Plugin {
  return firebasePlugin({
    root,
    configFile: folder.configFile,
    temporaryFolder: folder.temporary,
    preload: bundle(root, 'local-suite', 'preload.cjs'),
    functionsElsewhere: functions === 'host',
    emulatorFiles: official
      ? null
      : {
          firestore: bundle(root, 'firestore-emulator', 'firestore.mjs'),
          indexes: join(root, 'firestore.indexes.json'),
          storageRules: bundle(root, 'security-rules', 'storage-rules.mjs'),
          javaFolder: join(root, 'packages/local-suite/src/firebaseTools'),
        },
  });
}

function replicate({ root, real }: PluginOptions): Plugin {
  return {
    ...replicatePlugin({
      bundle: bundle(root, 'replicate-emulator', 'replicate.mjs'),
      token: REPLICATE_SECRETS.REPLICATE_API_TOKEN,
      webhookSecret: REPLICATE_SECRETS.REPLICATE_WEBHOOK_SECRET,
    }),
    // Without an address the backend uses the real one.
    backend: (addresses): BackendSettings => ({
      params: real.replicate
        ? {}
        : {
            REPLICATE_API_BASE_URL: `${addresses.url('replicate')}/v1`,
            REPLICATE_OUTPUT_ORIGINS: addresses.url('replicate'),
          },
      secrets: REPLICATE_SECRETS,
    }),
  };
}

function stripe({ root, real }: PluginOptions): Plugin {
  // Without the developer's own price ids a card says "Payments Not Configured", which is the truth.
  const noPrices = Object.fromEntries(Object.keys(LOCAL_PRICES).map((name) => [name, '']));
  return {
    ...stripePlugin({
      bundle: bundle(root, 'stripe-emulator', 'stripe.mjs'),
      secretKey: STRIPE_SECRETS.STRIPE_SECRET_KEY,
      webhookSecret: STRIPE_SECRETS.STRIPE_WEBHOOK_SECRET,
      accountName: BRAND,
      seed: stripeSeed(),
      webhookUrl: (addresses) => `${functionsUrl(addresses)}/${WEBHOOK.stripe}`,
    }),
    backend: (addresses): BackendSettings => ({
      params: real.stripe ? noPrices : { STRIPE_API_BASE_URL: addresses.url('stripe'), ...LOCAL_PRICES },
      secrets: STRIPE_SECRETS,
    }),
  };
}

function mailbox({ root, dev }: PluginOptions): Plugin {
  return servicePlugin({
    name: 'mailbox',
    port: 8025,
    bundle: bundle(root, 'local-suite', 'mailbox.mjs'),
    env: ({ addresses }) => ({
      AUTH_EMULATOR_URL: addresses.url('auth'),
      APP_ORIGIN: addresses.url(dev ? 'vite' : 'hosting'),
    }),
  });
}

/** The backend in our host, in the environment that firebase-tools would give it. */
function functionsHost({ root, folder }: PluginOptions): Plugin {
  return servicePlugin({
    name: 'functions',
    port: 5001,
    bundle: bundle(root, 'local-suite', 'functions.mjs'),
    cwd: folder.functionsFolder,
    env: functionsHostEnvironment,
  });
}

function vite({ root }: PluginOptions): Plugin {
  const manifest = createRequire(join(root, 'web/package.json')).resolve('vite/package.json');
  return {
    name: 'vite',
    ports: { vite: 5173 },
    backend: (addresses) => ({ params: { APP_ORIGIN: addresses.url('vite') } }),
    start: ({ addresses }) => ({
      command: process.execPath,
      args: [
        join(dirname(manifest), 'bin/vite.js'),
        ...['--host', '127.0.0.1', '--port', String(addresses.port('vite')), '--strictPort'],
      ],
      cwd: join(root, 'web'),
      env: { SUITE_HOSTING_URL: addresses.url('hosting') },
      isReady: (line) => line.includes('ready in'),
    }),
  };
}
