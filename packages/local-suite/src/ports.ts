import { createServer } from 'node:net';

/** Firebase's usual ports, and ours beside them. A second suite on one machine shifts them all by one offset. */
export const BASE_PORTS = {
  hosting: 5000,
  functions: 5001,
  firestore: 8080,
  firestoreWebsocket: 9150,
  auth: 9099,
  storage: 9199,
  eventarc: 9299,
  tasks: 9499,
  hub: 4400,
  logging: 4500,
  replicate: 5055,
  stripe: 12111,
  mailbox: 8025,
  vite: 5173,
} as const;

export type ServiceName = keyof typeof BASE_PORTS;
export type Ports = Record<ServiceName, number>;

export const HOST = '127.0.0.1';
const HIGHEST_PORT = 65_535;

/** All ports moved by `offset`. Throws RangeError when one would leave the valid range. */
export function portsAt(offset: number): Ports {
  const entries = Object.entries(BASE_PORTS).map(([name, port]) => [name, port + offset] as const);
  if (!Number.isInteger(offset) || offset < 0 || entries.some(([, port]) => port > HIGHEST_PORT)) {
    throw new RangeError(`--port-offset must be a whole number from 0 to ${HIGHEST_PORT - BASE_PORTS.stripe}`);
  }
  return Object.fromEntries(entries) as Ports;
}

export const url = (port: number) => `http://${HOST}:${port}`;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: HOST, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** The services whose port somebody else holds. */
export async function takenPorts(ports: Partial<Ports>): Promise<{ name: string; port: number }[]> {
  const checks = await Promise.all(
    Object.entries(ports).map(async ([name, port]) => ({ name, port, free: await isFree(port) })),
  );
  return checks.filter(({ free }) => !free).map(({ name, port }) => ({ name, port }));
}

export function describeTaken(taken: { name: string; port: number }[]): string {
  const lines = taken.map(({ name, port }) => `  ${String(port).padStart(5)}  wanted by ${name}`);
  return [
    'Cannot start: these ports are in use by another program.',
    ...lines,
    'End that program (`ss -ltnp` names it), or start on other ports: npm start -- --port-offset 10000',
  ].join('\n');
}
