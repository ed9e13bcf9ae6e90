import { PHOTOS } from '@heirlight/contract/paths';
import { ledgerSum, type World } from './world';

/** One piece of work that died at a point, and where it came to rest; null until it has. */
export interface FaultRow {
  work: string;
  point: string;
  end: string[] | null;
}

const HEAD = ['photos', 'jobs', 'files', 'ledger', 'balance'];

/** Where everything stands, in the order of `HEAD`. Throws if the ledger's sum is not the balance. */
export async function endOf(world: World, uid: string): Promise<string[]> {
  const photos = await world.db.collection(PHOTOS).get();
  const reasons = (await world.ledger(uid)).map(({ delta, reason }) => `${reason} ${delta > 0 ? '+' : ''}${delta}`);
  return [
    photos.docs
      .map((photo) => String(photo.get('status')))
      .sort()
      .join(', ') || 'none',
    String(world.provider.jobs.size),
    String(world.files.paths().length),
    reasons.sort().join(', ') || 'none',
    String(await ledgerSum(world, uid)),
  ];
}

/** A table of every fault point and what holds after it, for `npm run faults`. */
export function faultTable(rows: readonly FaultRow[]): string {
  const lines = [
    ['work', 'killed at', ...HEAD],
    ...rows.map(({ work, point, end }) => [work, point, ...(end ?? ['BROKEN'])]),
  ];
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd((widths[column] ?? 0) + 2))
        .join('')
        .trimEnd(),
    )
    .join('\n');
}
