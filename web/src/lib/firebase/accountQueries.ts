import type { UserDocument } from '@heirlight/contract/account';
import { USERS } from '@heirlight/contract/paths';
import { doc, onSnapshot, type Timestamp } from 'firebase/firestore';
import { firestore } from './firestore';

/** Reports the live balance of an account. Says nothing while the account has no document yet. */
export async function watchAccount(userId: string, report: (restores: number) => void): Promise<() => void> {
  return onSnapshot(
    doc(await firestore(), USERS, userId),
    (snapshot) => {
      const account = snapshot.data() as UserDocument<Timestamp> | undefined;
      if (account && !snapshot.metadata.fromCache) report(account.restores_available);
    },
    (error) => console.error('The live balance stopped', error),
  );
}
