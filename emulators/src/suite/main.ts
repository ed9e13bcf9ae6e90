import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whenParentGone } from '../process/whenParentGone';
import { buildBackend, buildClient } from './builds';
import { checkRules } from './checkRules';
import { backendSettings, readDeveloperSettings } from './environment';
import { parseOptions, type SuiteOptions } from './options';
import { describeTaken, type Ports, portsAt, takenPorts, url } from './ports';
import { type Service, stopServices } from './processes';
import { startSchedule } from './schedule';
import {
  type SuiteContext,
  startFirebase,
  startFunctionsHost,
  startMailbox,
  startReplicate,
  startStripe,
  startVite,
} from './services';
import { cleanUp, clientConfig, publishBackend, publishClient, suiteFolder, writeFirebaseConfig } from './workspace';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const STOP_GRACE_MS = 8_000;
const REBUILD_QUIET_MS = 150;

function printTable(ports: Ports, context: SuiteContext): void {
  const rows: [string, string][] = [
    ['App', url(context.options.dev ? ports.vite : ports.hosting)],
    ['Mailbox', url(ports.mailbox)],
    ['Functions', url(ports.functions)],
    ['Firestore', url(ports.firestore)],
    ['Auth', url(ports.auth)],
    ['Storage', url(ports.storage)],
    ['Replicate', context.settings.real.replicate ? 'https://api.replicate.com (your key)' : url(ports.replicate)],
    [
      'Stripe',
      context.settings.real.stripe
        ? 'https://api.stripe.com (your key)'
        : `${url(ports.stripe)}  settle, refund, dispute by hand`,
    ],
    ['Logs', context.folder.logs.slice(ROOT.length)],
  ];
  console.log();
  for (const [name, address] of rows) console.log(`  ${name.padEnd(10)} ${address}`);
  console.log(`\nReady ${rows[0]?.[1]}\n`);
}

/** Rebuilds and republishes the backend a moment after the last save; firebase-tools sees the new file and reloads. */
function rebuildOnSave(context: SuiteContext): void {
  let timer: NodeJS.Timeout | undefined;
  const rebuild = () => {
    buildBackend(ROOT)
      .then(() => publishBackend(ROOT, context.folder, context.settings))
      .then(() => console.log('Backend rebuilt.'))
      .catch((error: Error) => console.error(error.message));
  };
  for (const folder of ['functions/src', 'contract/src']) {
    watch(join(ROOT, folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(rebuild, REBUILD_QUIET_MS);
    });
  }
}

async function prepare(options: SuiteOptions): Promise<SuiteContext> {
  const ports = portsAt(options.portOffset);
  const { vite, ...always } = ports;
  const taken = await takenPorts(options.dev ? { ...always, vite } : always);
  if (taken.length > 0) throw new Error(describeTaken(taken));

  checkRules(ROOT);

  const developer = options.localOnly ? {} : readDeveloperSettings(ROOT);
  const settings = backendSettings(ports, developer);
  if (options.dev) settings.params.APP_ORIGIN = url(ports.vite);
  const folder = suiteFolder(ROOT, options.portOffset);
  const clientIsBuilt = buildClient(ROOT).then((built) => {
    if (built) console.log('Built the client.');
    publishClient(ROOT, folder, clientConfig(ports, developer));
  });
  const backendIsBuilt = buildBackend(ROOT).then(() => publishBackend(ROOT, folder, settings));
  await Promise.all([clientIsBuilt, backendIsBuilt]);
  writeFirebaseConfig(ROOT, folder, ports);
  return { root: ROOT, folder, ports, options, settings };
}

function runWhenReady(context: SuiteContext): Promise<number> {
  const [command = '', ...args] = context.options.command;
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, SUITE_PORT_OFFSET: String(context.options.portOffset) },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}

async function main(): Promise<void> {
  const started = Date.now();
  const options = parseOptions(process.argv.slice(2));
  const services: Service[] = [];
  let stopping: Promise<void> | undefined;
  let context: SuiteContext | undefined;

  const stop = (exitCode: number): Promise<void> => {
    stopping ??= stopServices(services, STOP_GRACE_MS).finally(() => {
      if (context) cleanUp(context.folder);
      process.exit(exitCode);
    });
    return stopping;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      console.log('\nStopping…');
      void stop(0);
    });
  }
  // A terminal closed or an npm killed outright sends no signal here.
  whenParentGone(() => void stop(0));

  try {
    console.log('Starting the local suite…');
    const suite = await prepare(options);
    context = suite;
    services.push(startFirebase(suite), startReplicate(suite), startStripe(suite), startMailbox(suite));
    if (options.functions === 'host') services.push(startFunctionsHost(suite));
    if (options.dev) services.push(startVite(suite));
    await Promise.all(services.map(({ ready }) => ready));
    for (const service of services) {
      service.child.once('exit', () => {
        if (stopping) return;
        console.error(`${service.name} ended unexpectedly; see ${join(suite.folder.logs, `${service.name}.log`)}`);
        void stop(1);
      });
    }
    startSchedule(suite.ports);
    if (options.dev) rebuildOnSave(suite);
    printTable(suite.ports, suite);
    console.log(`Started in ${((Date.now() - started) / 1000).toFixed(1)} s. Ctrl-C stops everything.`);
    if (options.command.length > 0) await stop(await runWhenReady(suite));
  } catch (error) {
    if (!stopping) console.error(error instanceof Error ? error.message : error);
    await stop(1);
  }
}

void main();
