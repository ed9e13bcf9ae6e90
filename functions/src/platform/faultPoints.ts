import { readFileSync, unlinkSync } from 'node:fs';

/** Every place where a crash would leave work half done; the fault tests visit each of them. */
export const FAULT_POINTS = [
  'account.beforeWelcome',
  'account.afterWelcome',
  'restore.beforeDebit',
  'restore.afterDebit',
  'restore.afterEnqueue',
  'restore.afterCreate',
  'restore.afterSubmit',
  'restoreAgain.afterCopy',
  'tryAgain.afterCopy',
  'tryAgain.afterSwap',
  'webhook.beforeEnqueue',
  'webhook.afterEnqueue',
  'finish.afterFetch',
  'finish.afterAskedAgain',
  'finish.afterFirstFile',
  'finish.afterFiles',
  'finish.afterSucceeded',
  'finish.beforeFailed',
  'finish.afterFailed',
  'delete.beforeCommit',
  'delete.afterCommit',
  'delete.afterFiles',
  'delete.afterTombstone',
  'deleteAccount.afterMark',
  'deleteAccount.afterPhotos',
  'deleteAccount.afterFiles',
  'deleteAccount.afterUser',
  'checkout.beforeCreate',
  'checkout.afterCreate',
  'checkout.afterRecord',
  'payment.beforeEnqueue',
  'payment.afterEnqueue',
  'payment.beforeCommit',
  'payment.afterCommit',
  'withdrawal.afterMark',
  'withdrawal.afterRefund',
  'sweep.afterCancel',
  'admin.beforeAct',
  'admin.afterRefund',
  'admin.afterCopy',
  'admin.afterSwap',
  'admin.afterAct',
] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

/** Called at each point; tests hand in one that never comes back, which is what a crash looks like from inside. */
export type FaultPointHook = (name: FaultPoint) => Promise<void>;

/** A file naming the point is removed before dying, so that the restarted process lives. */
function isArmed(name: FaultPoint, setting: string): boolean {
  if (!setting.startsWith('/')) return setting === name;
  try {
    if (readFileSync(setting, 'utf8').trim() !== name) return false;
    unlinkSync(setting);
    return true;
  } catch {
    return false;
  }
}

/**
 * Kills this process with SIGKILL when the environment variable FAULT_POINT names the point, or is the absolute path of
 * a file that does (then only once). Plain configuration rather than test code, because only a real kill of the
 * real process, between two real steps, shows that the next delivery finishes the work. Unset, it costs one comparison.
 */
export const faultPoint: FaultPointHook = async (name) => {
  const setting = process.env.FAULT_POINT;
  if (setting !== undefined && isArmed(name, setting)) process.kill(process.pid, 'SIGKILL');
};
