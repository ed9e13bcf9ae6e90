import { watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Service, stopServices, whenParentGone } from '@heirlight/emulator-kit/process';
import { buildBackend, buildClient } from './builds';
import { checkKeys } from './checkKeys';
import { checkRules } from './checkRules';
import { type Command, exitCodeAfter, startCommand } from './command';
import { backendSettings, readDeveloperSettings } from './environment';
import { parseOptions, type SuiteOptions } from './options';
import { describeTaken, type Ports, portsAt, takenPorts, url } from './ports';
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

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
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
    [
      'Replicate',
      context.settings.real.replicate
        ? `https://api.replicate.com (your key)  reads no picture from ${url(ports.storage)}`
        : url(ports.replicate),
    ],
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
  for (const folder of ['functions/src', 'packages/contract/src']) {
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
  checkKeys(ports, developer);
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

async function main(): Promise<void> {
  const started = Date.now();
  const options = parseOptions(process.argv.slice(2));
  const services: Service[] = [];
  let command: Command | undefined;
  let stopping: Promise<void> | undefined;
  let context: SuiteContext | undefined;

  // The command first: it would only complain about services that go away.
  const endAll = async () => {
    await command?.end(STOP_GRACE_MS);
    await stopServices(services, STOP_GRACE_MS);
  };
  const stop = (exitCode: number): Promise<void> => {
    stopping ??= endAll().finally(() => {
      if (context) cleanUp(context.folder);
      process.exit(exitCode);
    });
    return stopping;
  };
  // To be stopped is how a suite somebody works with ends; one that was to run a command has not done it.
  const stopFor = (signal: NodeJS.Signals) => stop(options.command.length > 0 ? exitCodeAfter(signal) : 0);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // npm passes on a Ctrl-C that the terminal has sent to everybody already.
      if (stopping) return;
      console.log('\nStopping…');
      void stopFor(signal);
    });
  }
  // A terminal closed or an npm killed outright sends no signal here.
  whenParentGone(() => void stopFor('SIGHUP'));

  try {
    console.log('Starting the local suite…');
    const suite = await prepare(options);
    context = suite;
    services.push(startFirebase(suite), startReplicate(suite), startStripe(suite), startMailbox(suite));
    if (options.functions === 'host') services.push(startFunctionsHost(suite));
    if (options.dev) services.push(startVite(suite));
    await Promise.all(services.map(({ ready }) => ready));
    if (stopping) return await stopping;
    for (const { name, child } of services) {
      const giveUp = () => {
        if (stopping) return;
        console.error(`${name} ended unexpectedly; see ${join(suite.folder.logs, `${name}.log`)}`);
        void stop(1);
      };
      // One that was up before the others may have gone while they were still starting.
      if (child.exitCode !== null || child.signalCode !== null) giveUp();
      else child.once('exit', giveUp);
    }
    if (stopping) return await stopping;
    startSchedule(suite.ports);
    if (options.dev) rebuildOnSave(suite);
    printTable(suite.ports, suite);
    console.log(`Started in ${((Date.now() - started) / 1000).toFixed(1)} s. Ctrl-C stops everything.`);
    if (options.command.length === 0) return;
    command = startCommand({
      command: options.command,
      cwd: ROOT,
      env: { ...process.env, SUITE_PORT_OFFSET: String(options.portOffset) },
    });
    await stop(await command.ended);
  } catch (error) {
    if (!stopping) console.error(error instanceof Error ? error.message : error);
    await stop(1);
  }
}

void main();
