import { watch } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Addresses, addressesAt, type Plugin } from '@heirlight/emulator-kit/plugin';
import { type Service, startService, stopServices, whenParentGone } from '@heirlight/emulator-kit/process';
import { buildBackend, buildClient } from './builds';
import { checkKeys } from './checkKeys';
import { checkRules } from './checkRules';
import { type Command, exitCodeAfter, startCommand } from './command';
import { checkExport, checkImport, exportData } from './data';
import {
  type BackendSettings,
  backendSettings,
  type RealServices,
  readDeveloperSettings,
  realServices,
} from './environment';
import { writeFirebaseConfig } from './firebaseTools/config';
import { parseOptions, type SuiteOptions } from './options';
import { basePortsOf, pluginsOf } from './plugins';
import { checkPorts } from './ports';
import { startSchedule } from './schedule';
import { onStopSignals } from './stopSignals';
import { printTable } from './table';
import { cleanUp, clientConfig, publishBackend, publishClient, type SuiteFolder, suiteFolder } from './workspace';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const STOP_GRACE_MS = 8_000;
const REBUILD_QUIET_MS = 150;

interface Suite {
  options: SuiteOptions;
  folder: SuiteFolder;
  plugins: Plugin[];
  addresses: Addresses;
  settings: BackendSettings;
  real: RealServices;
}

/** Rebuilds and republishes the backend a moment after the last save; firebase-tools sees the new file and reloads. */
function rebuildOnSave({ folder, settings }: Suite): void {
  let timer: NodeJS.Timeout | undefined;
  const rebuild = () => {
    buildBackend(ROOT)
      .then(() => publishBackend(ROOT, folder, settings))
      .then(() => console.log('Backend rebuilt.'))
      .catch((error: Error) => console.error(error.message));
  };
  for (const source of ['functions/src', 'packages/contract/src']) {
    watch(join(ROOT, source), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(rebuild, REBUILD_QUIET_MS);
    });
  }
}

/** Checks all that can be checked before anything starts, then builds. Rejects with what to do. */
async function prepare(options: SuiteOptions, folder: SuiteFolder): Promise<Suite> {
  const developer = options.localOnly ? {} : readDeveloperSettings(ROOT);
  const real = realServices(developer);
  const plugins = pluginsOf({ ...options, root: ROOT, folder, real });
  const basePorts = basePortsOf(plugins);
  const addresses = addressesAt(basePorts, options.portOffset);
  await checkPorts(basePorts, { ports: addresses.ports, offset: options.portOffset });
  if (options.importFrom !== undefined) checkImport(options.importFrom);
  if (options.exportTo !== undefined) checkExport(options.exportTo);
  checkRules(ROOT);
  checkKeys(addresses, developer);

  const settings = backendSettings({ addresses, plugins, developer });
  const clientIsBuilt = buildClient(ROOT).then((built) => {
    if (built) console.log('Built the client.');
    publishClient(ROOT, folder, clientConfig(addresses, developer));
  });
  const backendIsBuilt = buildBackend(ROOT).then(() => publishBackend(ROOT, folder, settings));
  await Promise.all([clientIsBuilt, backendIsBuilt]);
  writeFirebaseConfig({ root: ROOT, file: folder.configFile, addresses });
  return { options, folder, plugins, addresses, settings, real };
}

function startPlugin(plugin: Plugin, { options, folder, addresses, settings }: Suite): Service {
  const {
    env = {},
    cwd = ROOT,
    ...launch
  } = plugin.start({
    addresses,
    backend: { ...settings.secrets, ...settings.params },
    importFrom: options.importFrom,
  });
  return startService({
    ...launch,
    name: plugin.name,
    cwd,
    // The offset says which suite a process belongs to.
    env: { ...process.env, SUITE_PORT_OFFSET: String(options.portOffset), ...env },
    logFile: join(folder.logs, `${plugin.name}.log`),
    onLine: options.verbose ? (line) => console.log(`${plugin.name.padEnd(9)} ${line}`) : undefined,
  });
}

/** Keeps what the services hold, when that was asked for. Resolves to false when it could not be kept. */
async function keepData(
  { options: { exportTo: folder }, plugins, addresses }: Suite,
  signal: AbortSignal,
): Promise<boolean> {
  if (folder === undefined) return true;
  try {
    if (!signal.aborted) console.log('Exporting all data. A second Ctrl-C skips the export.');
    await exportData({ folder, plugins, addresses, signal });
    console.log(`Exported all data to ${folder}`);
    return true;
  } catch (error) {
    const why = signal.aborted ? 'The export was skipped' : 'The data could not be exported';
    console.error(`${why}; ${folder} is as it was. ${(error as Error).message}`);
    return false;
  }
}

function readOptions(): SuiteOptions {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}

async function main(): Promise<void> {
  const started = Date.now();
  const options = readOptions();
  const folder = suiteFolder(ROOT, options.portOffset);
  const services: Service[] = [];
  let command: Command | undefined;
  let stopping: Promise<void> | undefined;
  /** Set once every service is ready: only then is there data to keep. */
  let running: Suite | undefined;
  const skipExport = new AbortController();

  // The command first: it would only complain about services that go away.
  const endAll = async (exitCode: number) => {
    await command?.end(STOP_GRACE_MS);
    const isKept = running ? await keepData(running, skipExport.signal) : true;
    await stopServices(services, STOP_GRACE_MS);
    return isKept ? exitCode : exitCode || 1;
  };
  const stop = (exitCode: number): Promise<void> => {
    stopping ??= endAll(exitCode)
      .catch((error: Error) => {
        console.error(error.message);
        return 1;
      })
      .then((code) => {
        cleanUp(folder);
        process.exit(code);
      });
    return stopping;
  };
  // An interactive suite always ends by being stopped; one that was to run a command has failed then.
  const stopFor = (signal: NodeJS.Signals) => stop(options.command.length > 0 ? exitCodeAfter(signal) : 0);
  onStopSignals(process, {
    first: (signal) => {
      if (stopping) return;
      console.log('\nStopping…');
      void stopFor(signal);
    },
    again: () => skipExport.abort(new Error('It was stopped a second time.')),
  });
  // When the terminal is closed or npm is killed outright, no signal comes.
  whenParentGone(() => void stopFor('SIGHUP'));

  try {
    console.log('Starting the local suite…');
    const suite = await prepare(options, folder);
    for (const plugin of suite.plugins) services.push(startPlugin(plugin, suite));
    await Promise.all(services.map(({ ready }) => ready));
    if (stopping) return await stopping;
    running = suite;
    // One that was ready before the others may have ended while they were still starting.
    for (const { name, broken } of services) {
      void broken.then((why) => {
        if (stopping) return;
        console.error(`${name} ${why}; see ${join(folder.logs, `${name}.log`)}`);
        void stop(1);
      });
    }
    if (stopping) return await stopping;
    startSchedule(suite.addresses);
    if (options.dev) rebuildOnSave(suite);
    printTable({
      addresses: suite.addresses,
      app: suite.addresses.url(options.dev ? 'vite' : 'hosting'),
      real: suite.real,
      logs: relative(ROOT, folder.logs),
    });
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
