const HOST = '127.0.0.1';
const HIGHEST_PORT = 65_535;

/** Where the services of one suite listen, by name. All names throw an Error when no plugin has a port of that name. */
export interface Addresses {
  readonly ports: Readonly<Record<string, number>>;
  port(name: string): number;
  /** e.g. `http://127.0.0.1:5000` */
  url(name: string): string;
  /** e.g. `127.0.0.1:5000` */
  hostAndPort(name: string): string;
}

/**
 * Moves every port by `offset`, so that a second suite can run on the same machine. Throws RangeError past port 65535.
 */
export function addressesAt(basePorts: Readonly<Record<string, number>>, offset: number): Addresses {
  const highest = Math.max(...Object.values(basePorts));
  if (!Number.isInteger(offset) || offset < 0 || highest + offset > HIGHEST_PORT) {
    throw new RangeError(`--port-offset must be a whole number from 0 to ${HIGHEST_PORT - highest}`);
  }
  const ports = Object.fromEntries(Object.entries(basePorts).map(([name, port]) => [name, port + offset]));
  const port = (name: string) => {
    const found = ports[name];
    if (found === undefined) throw new Error(`No service has a port named ${name}.`);
    return found;
  };
  return {
    ports,
    port,
    url: (name) => `http://${HOST}:${port(name)}`,
    hostAndPort: (name) => `${HOST}:${port(name)}`,
  };
}
