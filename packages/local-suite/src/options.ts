import { resolve } from 'node:path';

/** What `npm start` and `npm run dev` accept after `--`. */
export interface SuiteOptions {
  portOffset: number;
  /** Vite with hot reload, and the backend rebuilt on save. */
  dev: boolean;
  /** The official Java emulators instead of our Firestore and rules runtime. */
  official: boolean;
  /** Ignores a developer's real keys, so that tests can never reach a real service. */
  localOnly: boolean;
  /**
   * Who runs the backend: our host, three processes for all requests; or firebase-tools' Functions emulator, which starts
   * a process for each function and loads it again when it is built. The first restore of a photo takes half as long in
   * the host.
   */
  functions: 'host' | 'emulator';
  /** Folder of an earlier export to start from; undefined: start empty. */
  importFrom: string | undefined;
  /** Folder that gets everything the services hold when the suite ends; undefined: it is lost. */
  exportTo: string | undefined;
  /** Prints every service's output instead of keeping it in log files only. */
  verbose: boolean;
  /** A command to run once everything is ready; the suite ends with it and takes its exit code. */
  command: string[];
}

const USAGE = `Options:
  --port-offset N   add N to every port, to run beside another suite
  --dev             Vite with hot reload, backend rebuilt on save
  --official        Google's own Firestore and rules emulators (needs Java 21 and their JARs)
  --local-only      ignore functions/.env.local: never talk to a real service
  --functions emulator  firebase-tools' emulator, a process for each function (always with --dev and --official)
  --verbose         print the services' output
  --import DIR      start with the data that an earlier run exported to DIR
  --export-on-exit [DIR]  export all data when the suite ends, to DIR or to the folder of --import
  -- COMMAND        run COMMAND once ready, then stop with its exit code`;

/** Throws with a readable message on an option that does not exist. */
export function parseOptions(args: string[]): SuiteOptions {
  const split = args.indexOf('--');
  const own = split === -1 ? args : args.slice(0, split);
  const command = split === -1 ? [] : args.slice(split + 1);
  const options: SuiteOptions = {
    portOffset: Number(process.env.SUITE_PORT_OFFSET ?? 0),
    dev: false,
    official: false,
    localOnly: false,
    functions: 'host',
    importFrom: undefined,
    exportTo: undefined,
    verbose: false,
    command,
  };
  const flags: Record<string, () => void> = {
    '--dev': () => {
      options.dev = true;
    },
    '--official': () => {
      options.official = true;
    },
    '--local-only': () => {
      options.localOnly = true;
    },
    '--verbose': () => {
      options.verbose = true;
    },
  };
  let [exportsOnExit, functions]: [boolean, SuiteOptions['functions'] | undefined] = [false, undefined];
  for (let index = 0; index < own.length; index++) {
    const arg = own[index] ?? '';
    const hasValue = own[index + 1] !== undefined && !own[index + 1]?.startsWith('--');
    const flag = flags[arg];
    if (flag) flag();
    else if (arg === '--port-offset') options.portOffset = Number(own[++index]);
    else if (arg === '--functions') functions = parseFunctions(own[++index]);
    else if (arg === '--import') options.importFrom = parseFolder(own[++index]);
    else if (arg === '--export-on-exit') {
      exportsOnExit = true;
      if (hasValue) options.exportTo = parseFolder(own[++index]);
    } else throw new Error(`Unknown option ${arg}.\n${USAGE}`);
  }
  if (exportsOnExit) options.exportTo ??= options.importFrom;
  if (exportsOnExit && options.exportTo === undefined) {
    throw new Error('--export-on-exit needs a folder, or --import to take it from.');
  }
  // The host loads the bundle once, and only our own Storage and Firestore tell it what happens.
  const needsEmulator = options.dev || options.official;
  if (needsEmulator && functions === 'host') {
    throw new Error('--dev and --official work with --functions emulator only.');
  }
  options.functions = functions ?? (needsEmulator ? 'emulator' : 'host');
  return options;
}

function parseFolder(value: string | undefined): string {
  if (value && !value.startsWith('--')) return resolve(value);
  throw new Error(`--import needs a folder.\n${USAGE}`);
}

function parseFunctions(value: string | undefined): SuiteOptions['functions'] {
  if (value === 'emulator' || value === 'host') return value;
  throw new Error(`--functions must be emulator or host.\n${USAGE}`);
}
