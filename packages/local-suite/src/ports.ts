import { createServer } from 'node:net';

const HOST = '127.0.0.1';

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: HOST, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** Returns the ports that another program holds. */
export async function takenPorts(ports: Readonly<Record<string, number>>): Promise<{ name: string; port: number }[]> {
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
