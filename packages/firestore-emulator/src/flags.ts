import { parseArgs } from 'node:util';

export interface Flags {
  host: string;
  port: number;
  projectId: string | undefined;
  /** Path of a rules file. */
  rules: string | undefined;
  /** `host:port` */
  functionsHost: string | undefined;
  /** Metadata file of an export. */
  seedFromExport: string | undefined;
}

const DEFAULT_PORT = 8080;

/**
 * Reads the command line firebase-tools gives to Google's emulator. Flags that make no difference here
 * (`--websocket_port`, `--database-edition`, `--single_project_mode`, Java's `-D…`) are accepted and ignored.
 * @throws Error with a message for people.
 */
export function parseFlags(args: string[]): Flags {
  const { values } = parseArgs({
    args: args.filter((arg) => !arg.startsWith('-D')),
    strict: false,
    allowPositionals: true,
    options: {
      host: { type: 'string' },
      port: { type: 'string' },
      project_id: { type: 'string' },
      rules: { type: 'string' },
      functions_emulator: { type: 'string' },
      seed_from_export: { type: 'string' },
      websocket_port: { type: 'string' },
      'database-edition': { type: 'string' },
      single_project_mode: { type: 'string' },
    },
  });
  const text = (name: string) => {
    const value = values[name];
    if (value === true) throw new Error(`--${name} needs a value.`);
    return value === undefined || value === '' ? undefined : String(value);
  };
  const port = Number(text('port') ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port ${text('port')} is no port number.`);
  const host = text('host') ?? '127.0.0.1';
  return {
    host: host === 'localhost' ? '127.0.0.1' : host,
    port,
    projectId: text('project_id'),
    rules: text('rules'),
    functionsHost: text('functions_emulator'),
    seedFromExport: text('seed_from_export'),
  };
}
