import type { BillingLine } from '../../domain/account/billingHistory';
import { fileStem } from '../../domain/photos/photoFiles';
import { accountCopy } from './accountCopy';

/** Returns what a line of the ledger was, in plain words. */
export function lineText({ entry, photo }: BillingLine): string {
  const { reasons, named, gonePhoto } = accountCopy.ledger;
  return reasons[entry.reason](photo ? named(fileStem(photo)) : gonePhoto);
}
