import { PACK_IDS, type PackId } from '@heirlight/contract/packs';
import { SOURCE_VERSIONS, type SourceVersion } from '@heirlight/contract/photo';
import fc from 'fast-check';

/** Terminal and other reports of the restore provider; `broken` succeeds with an output that is no picture. */
export const REPORTS = ['processing', 'succeeded', 'failed', 'canceled', 'broken'] as const;
export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const;
/**
 * What goes wrong with the next job: refused, accepted with the answer lost, the bucket refusing to write, or its task
 * refused, lost or run twice, in turn.
 */
export const TROUBLES = ['provider_busy', 'provider_rejected', 'lost', 'storage', 'queue'] as const;
/** How an account ends: by the product's function, or by Firebase's own call, of which only an event tells. */
export const DELETED_BY = ['product', 'firebase'] as const;

/**
 * One thing somebody does. `account` numbers the people; `photo` and `session` number what exists by then, counted
 * round. `times` is how often it happens at once: double clicks, repeated deliveries.
 */
export type Operation =
  | { kind: 'signUp'; account: number; times: number }
  | { kind: 'upload'; account: number; times: number }
  /** So many photos at once, each sent by two devices: the answer to the first was lost. */
  | { kind: 'tray'; account: number; times: number }
  | { kind: 'uploadAgain'; photo: number; times: number }
  | { kind: 'restoreAgain'; photo: number; version: SourceVersion; times: number }
  | { kind: 'report'; photo: number; report: (typeof REPORTS)[number]; times: number }
  | { kind: 'delete'; photo: number; times: number }
  /** All versions of a photo. */
  | { kind: 'deleteGroup'; photo: number; times: number }
  /** So many photos of one account, with their versions, as one set that can be brought back. */
  | { kind: 'deleteSet'; photo: number; count: number; times: number }
  | { kind: 'undoDeletion'; set: number; times: number }
  | { kind: 'checkout'; account: number; pack: PackId; times: number }
  | { kind: 'pay'; session: number; late: boolean }
  | { kind: 'event'; session: number; type: (typeof EVENT_TYPES)[number]; times: number }
  | { kind: 'refund'; session: number; percent: number }
  | { kind: 'dispute'; session: number; isWon: boolean }
  | { kind: 'trouble'; trouble: (typeof TROUBLES)[number] }
  | { kind: 'sweep'; minutes: number }
  /** An admin disables an account, or lets it in again. */
  | { kind: 'disable'; account: number; isDisabled: boolean }
  /** The owner deletes the account and signs up again with the same address. */
  | { kind: 'leave'; account: number; by: (typeof DELETED_BY)[number] }
  /** A buyer gives back what is unused of a pack. */
  | { kind: 'withdraw'; session: number; times: number };
export type OperationKind = Operation['kind'];

/**
 * What the shop's owner asks for in the console: restores, fewer restores, the money of a payment (for some restores, or
 * with null for all that is left) or another try for a photo.
 */
export type OwnerOperation =
  | { kind: 'grant'; account: number; restores: number; times: number }
  | { kind: 'moneyBack'; session: number; restores: number | null; times: number }
  | { kind: 'retry'; photo: number; times: number };

const index = fc.nat(999);
const times = fc.oneof(
  { weight: 3, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 4 }) },
);

/** Every kind of operation, weighted so that people have restores to spend and photos to lose. */
export function operation(accounts: number): fc.Arbitrary<Operation> {
  const account = fc.nat(accounts - 1);
  // A quarter of the people are disabled.
  const isDisabled = fc.constantFrom(true, false, false, false);
  return fc.oneof(
    { weight: 150, arbitrary: everyday(accounts) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), session: index, times }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('disable' as const), account, isDisabled }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('leave' as const), account, by: fc.constantFrom(...DELETED_BY) }),
    },
  );
}

/** Seldom enough that people have time to use the product. */
export function anyOperation(accounts: number): fc.Arbitrary<Operation | OwnerOperation> {
  const restores = fc.integer({ min: -5, max: 3 }).filter((count) => count !== 0);
  const part = fc.option(fc.integer({ min: 1, max: 5 }));
  const grant = fc.record({ kind: fc.constant('grant' as const), account: fc.nat(accounts - 1), restores, times });
  const moneyBack = fc.record({ kind: fc.constant('moneyBack' as const), session: index, restores: part, times });
  const retry = fc.record({ kind: fc.constant('retry' as const), photo: index, times });
  return fc.oneof(
    { weight: 60, arbitrary: operation(accounts) },
    { weight: 2, arbitrary: grant },
    { weight: 1, arbitrary: moneyBack },
    { weight: 3, arbitrary: retry },
  );
}

function everyday(accounts: number): fc.Arbitrary<Operation> {
  const account = fc.nat(accounts - 1);
  const of = <K extends OperationKind>(kind: K, fields: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record({ kind: fc.constant(kind), ...fields }) as unknown as fc.Arbitrary<Operation>;
  return fc.oneof(
    { weight: 4, arbitrary: of('signUp', { account, times }) },
    { weight: 22, arbitrary: of('upload', { account, times }) },
    { weight: 3, arbitrary: of('tray', { account, times: fc.integer({ min: 2, max: 5 }) }) },
    { weight: 4, arbitrary: of('uploadAgain', { photo: index, times }) },
    { weight: 8, arbitrary: of('restoreAgain', { photo: index, version: fc.constantFrom(...SOURCE_VERSIONS), times }) },
    { weight: 24, arbitrary: of('report', { photo: index, report: fc.constantFrom(...REPORTS), times }) },
    { weight: 10, arbitrary: of('delete', { photo: index, times }) },
    { weight: 2, arbitrary: of('deleteGroup', { photo: index, times }) },
    { weight: 4, arbitrary: of('deleteSet', { photo: index, count: fc.integer({ min: 2, max: 4 }), times }) },
    { weight: 3, arbitrary: of('undoDeletion', { set: index, times }) },
    { weight: 8, arbitrary: of('checkout', { account, pack: fc.constantFrom(...PACK_IDS), times }) },
    { weight: 6, arbitrary: of('pay', { session: index, late: fc.boolean() }) },
    { weight: 10, arbitrary: of('event', { session: index, type: fc.constantFrom(...EVENT_TYPES), times }) },
    { weight: 2, arbitrary: of('refund', { session: index, percent: fc.integer({ min: 1, max: 100 }) }) },
    { weight: 1, arbitrary: of('dispute', { session: index, isWon: fc.boolean() }) },
    { weight: 2, arbitrary: of('trouble', { trouble: fc.constantFrom(...TROUBLES) }) },
    { weight: 1, arbitrary: of('sweep', { minutes: fc.integer({ min: 0, max: 90 }) }) },
  );
}

/** How many calls, clicks and deliveries these are. */
export const countOf = (operations: readonly (Operation | OwnerOperation)[]): number =>
  operations.reduce((sum, operation) => sum + ('times' in operation ? operation.times : 1), 0);

/** Deals the operations to `clients` who work side by side, each one operation after another. */
export async function runSideBySide<T>(
  operations: readonly T[],
  { clients, perform }: { clients: number; perform(operation: T): Promise<void> },
): Promise<void> {
  const queue = operations.values();
  const work = async () => {
    for (const next of queue) await perform(next);
  };
  // All of them to their end, so that a failing run leaves nobody behind who would disturb the next.
  const ends = await Promise.allSettled(Array.from({ length: clients }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** `length` repetitions of the same promise-making act, started at once. */
export const atOnce = <T>(length: number, act: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length }, act));
