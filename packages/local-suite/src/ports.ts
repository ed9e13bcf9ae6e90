import { createServer } from 'node:net';

const HOST = '127.0.0.1';
/** Offsets are tried in steps of this size. */
const STEP = 1000;
const HIGHEST_PORT = 65_535;

/**
 * Ports from 1024 on that fetch and browsers refuse to ask, whoever listens there:
 * https://fetch.spec.whatwg.org/#port-blocking
 */
const BLOCKED_PORTS = new Set([
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566],
  ...[6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
]);

type Ports = Readonly<Record<string, number>>;
interface Obstacle {
  name: string;
  port: number;
  reason: 'taken' | 'blocked';
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: HOST, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** Returns the ports on which no suite can run: another program holds them, or no browser asks them. */
export async function unusablePorts(ports: Ports): Promise<Obstacle[]> {
  const checks = Object.entries(ports).map(async ([name, port]): Promise<Obstacle[]> => {
    if (BLOCKED_PORTS.has(port)) return [{ name, port, reason: 'blocked' }];
    return (await isFree(port)) ? [] : [{ name, port, reason: 'taken' }];
  });
  return (await Promise.all(checks)).flat();
}

/** Returns an offset with which every port can be used, the next one after `from` if there is one; null if none can. */
async function usableOffset(base: Ports, from: number): Promise<number | null> {
  const highest = HIGHEST_PORT - Math.max(...Object.values(base));
  const next = (Math.floor(from / STEP) + 1) * STEP;
  const offsets = Array.from({ length: Math.floor(highest / STEP) + 1 }, (_, index) => index * STEP);
  for (const offset of [...offsets.filter((one) => one >= next), ...offsets.filter((one) => one < next)]) {
    const moved = Object.fromEntries(Object.entries(base).map(([name, port]) => [name, port + offset]));
    if ((await unusablePorts(moved)).length === 0) return offset;
  }
  return null;
}

/** @throws Error that names each port that cannot be used, and an offset that works */
export async function checkPorts(base: Ports, { ports, offset }: { ports: Ports; offset: number }): Promise<void> {
  const unusable = await unusablePorts(ports);
  if (unusable.length === 0) return;
  const why = { taken: 'in use by another program', blocked: 'refused by every browser' };
  const other = await usableOffset(base, offset);
  throw new Error(
    [
      'Cannot start on these ports:',
      ...unusable.map(({ name, port, reason }) => `  ${String(port).padStart(5)}  for ${name}, ${why[reason]}`),
      unusable.some(({ reason }) => reason === 'taken') ? '`ss -ltnp` names the programs.' : '',
      other === null ? 'No other offset is free.' : `These are free: npm start -- --port-offset ${other}`,
    ]
      .filter(Boolean)
      .join('\n'),
  );
}
