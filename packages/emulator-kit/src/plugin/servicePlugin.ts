import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DATA_PATH } from '../http/serviceProcess';
import type { Addresses } from './addresses';
import type { Plugin, PluginContext } from './plugin';

export interface ServicePluginOptions {
  name: string;
  port: number;
  /** Absolute path of the bundle, which calls `runService`. */
  bundle: string;
  cwd?: string;
  env?(context: PluginContext): Record<string, string>;
  /** Its state is kept as `NAME.json` in an export. */
  hasData?: boolean;
}

/** The plugin of a service that is run by `runService`. */
export function servicePlugin({ name, port, bundle, cwd, env, hasData }: ServicePluginOptions): Plugin {
  const dataFile = (folder: string) => join(folder, `${name}.json`);
  const importArgs = ({ importFrom }: PluginContext) =>
    hasData && importFrom !== undefined && existsSync(dataFile(importFrom)) ? ['--import', dataFile(importFrom)] : [];
  return {
    name,
    ports: { [name]: port },
    start: (context) => ({
      command: process.execPath,
      args: [
        ...['--enable-source-maps', bundle],
        ...['--port', String(context.addresses.port(name))],
        ...importArgs(context),
      ],
      ...(cwd === undefined ? {} : { cwd }),
      env: env?.(context) ?? {},
      isReady: (line) => line.startsWith('listening'),
    }),
    ...(hasData
      ? {
          async exportTo(folder: string, addresses: Addresses, signal: AbortSignal) {
            const response = await fetch(`${addresses.url(name)}${DATA_PATH}`, { signal });
            const body = await response.text();
            if (!response.ok) throw new Error(`${response.status} ${body}`);
            await writeFile(dataFile(folder), body);
          },
        }
      : {}),
  };
}
