import type { RunningServer } from '../http/index';

const POLL_MS = 5;

/** Resolves when an emulator is sending no webhook and none waits to be sent again. */
export async function webhooksSettled({ origin }: Pick<RunningServer, 'origin'>): Promise<void> {
  for (;;) {
    const response = await fetch(`${origin}/_control/state`);
    const { underWay } = (await response.json()) as { underWay: number };
    if (underWay === 0) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
