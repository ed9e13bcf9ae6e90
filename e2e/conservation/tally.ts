import { type Complaint, countOf, INVARIANTS, type Operation, type Truth } from '@heirlight/functions/conservation';
import { db } from '../src/admin';
import type { Story } from './overHttp';

interface Run {
  operations: readonly Operation[];
  /** How long the clients worked. */
  seconds: number;
  clients: number;
  story: Story;
  truth: Truth;
  complaints: readonly Complaint[];
}

const LINE_LENGTH = 116;
const NAME_LENGTH = 12;

/** `name: count` of each, by name, on as many lines as needed. */
function listed(counts: ReadonlyMap<string, number>): string {
  const lines = [''];
  for (const [name, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const item = `${name} ${count}, `;
    if ((lines.at(-1)?.length ?? 0) + item.length > LINE_LENGTH - NAME_LENGTH) lines.push('');
    lines.push(lines.pop() + item);
  }
  return lines
    .map((line) => line.trimEnd())
    .join(`\n${' '.repeat(NAME_LENGTH)}`)
    .replace(/,$/, '');
}

function counted<T>(items: readonly T[], { by, weigh }: { by(item: T): string; weigh(item: T): number }) {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(by(item), (counts.get(by(item)) ?? 0) + weigh(item));
  return counts;
}

/** `report failed`, `trouble lost`: a kind with several meanings is listed by its meaning. */
function nameOf(operation: Operation): string {
  if (operation.kind === 'report') return `report ${operation.report}`;
  if (operation.kind === 'trouble') return `trouble ${operation.trouble}`;
  if (operation.kind === 'pay') return operation.late ? 'pay late' : 'pay';
  if (operation.kind === 'disable') return operation.isDisabled ? 'disable' : 'enable';
  if (operation.kind === 'leave') return `leave by ${operation.by}`;
  return operation.kind;
}

async function ledgerReasons(uids: readonly string[]): Promise<Map<string, number>> {
  const ledgers = await Promise.all(uids.map((uid) => db.collection(`users/${uid}/ledger`).get()));
  const reasons = ledgers.flatMap(({ docs }) => docs.map((entry) => String(entry.get('reason'))));
  return counted(reasons, { by: (reason) => reason, weigh: () => 1 });
}

/** What a run did, so that a reader sees that every kind of operation occurred. */
export async function tallyOf({ operations, seconds, clients, story, truth, complaints }: Run): Promise<string> {
  const count = countOf(operations);
  const rate = (count / seconds).toFixed(0);
  const paid = truth.sessions.filter(({ isPaid }) => isPaid);
  const returned = paid.filter((session) => session.returned > 0);
  return [
    `Conservation on the whole suite: ${count} operations by ${clients} clients over ${story.successions.length} people`,
    `  took      ${seconds.toFixed(0)} s, ${rate}/s`,
    `  done      ${listed(counted(operations, { by: nameOf, weigh: (operation) => countOf([operation]) }))}`,
    `  refused   ${listed(story.rejections)}`,
    `  accounts  ${truth.accounts.length}, ${story.deletedAccounts.size} of them deleted and signed up again`,
    `  booked    ${listed(await ledgerReasons(truth.accounts))}`,
    `  outside   ${truth.succeededJobs.size} jobs succeeded, ${truth.sessions.length} sessions, ${paid.length} paid,`,
    `            ${returned.length} of them refunded or disputed, ${truth.files.length} files left`,
    `  ledger    ${complaints.length === 0 ? `hold: ${INVARIANTS.join(', ')}` : `${complaints.length} complaints`}`,
  ].join('\n');
}
