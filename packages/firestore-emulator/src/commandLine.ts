import { parseArgs } from 'node:util';

export interface Settings {
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** Path of a rules file. */
  rules: string | undefined;
  /** Path of firestore.indexes.json. */
  indexes: string | undefined;
  /** `host:port` of the Functions emulator. */
  functionsHost: string | undefined;
  /** The metadata file of an export, or the folder that holds it. */
  importFrom: string | undefined;
}

const DEFAULT_PORT = 8080;

/** What `--help` prints. */
export const HELP = `Usage: firestore-emulator [options]

Serves Firestore for development and tests: gRPC, REST and WebChannel on one port.

Options:
  --port <number>          port to listen on, 0 for a free one (default: ${DEFAULT_PORT})
  --host <address>         address to listen on (default: 127.0.0.1)
  --rules <file>           security rules; without them every read and write is allowed
  --indexes <file>         firestore.indexes.json; with it a query without its index is refused
  --import <path>          export to load: its folder or its metadata file
  --functions <host:port>  Functions emulator that receives Firestore triggers
  --help                   print this text
  --version                print the version
`;

/**
 * Reads the options of the `firestore-emulator` command.
 *
 * @throws Error with a message for people, for anything the command does not know
 */
export function parseCommand(args: string[]): Settings | 'help' | 'version' {
  const { values } = parseArgs({
    args,
    options: {
      host: { type: 'string' },
      port: { type: 'string' },
      rules: { type: 'string' },
      indexes: { type: 'string' },
      import: { type: 'string' },
      functions: { type: 'string' },
      help: { type: 'boolean' },
      version: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  if (values.version) return 'version';
  const blank = Object.entries(values).find(([, value]) => value === '');
  if (blank) throw new Error(`--${blank[0]} needs a value.`);
  if (values.functions && !/^[^:/]+:\d+$/.test(values.functions)) {
    throw new Error(`--functions must be host:port, got ${values.functions}.`);
  }
  return {
    host: hostOf(values.host),
    port: portOf(values.port),
    rules: values.rules,
    indexes: values.indexes,
    functionsHost: values.functions,
    importFrom: values.import,
  };
}

/**
 * Reads the options that firebase-tools passes to Google's emulator. Accepts and ignores everything else, such as
 * Java's `-D…`, `--websocket_port` and options of a later firebase-tools.
 *
 * @param indexes path of firestore.indexes.json, of which firebase-tools tells its emulator nothing
 *
 * @throws Error with a message for people
 */
export function parseFirebaseToolsFlags(args: string[], indexes?: string): Settings {
  const { values } = parseArgs({
    args: args.filter((arg) => !arg.startsWith('-D')),
    strict: false,
    allowPositionals: true,
    options: {
      host: { type: 'string' },
      port: { type: 'string' },
      rules: { type: 'string' },
      functions_emulator: { type: 'string' },
      seed_from_export: { type: 'string' },
    },
  });
  const text = (name: string): string | undefined => {
    const value = values[name];
    if (value === true) throw new Error(`--${name} needs a value.`);
    return value === undefined || value === '' ? undefined : String(value);
  };
  return {
    host: hostOf(text('host')),
    port: portOf(text('port')),
    rules: text('rules'),
    indexes,
    functionsHost: text('functions_emulator'),
    importFrom: text('seed_from_export'),
  };
}

function portOf(text = String(DEFAULT_PORT)): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`--port must be a number from 0 to 65535, got ${text}.`);
  return port;
}

/** `localhost` may resolve to ::1, where clients that were told 127.0.0.1 do not look. */
const hostOf = (host = '127.0.0.1'): string => (host === 'localhost' ? '127.0.0.1' : host);
