import { useEffect, useState } from 'react';
import { type WithdrawalOffer, withdraw, withdrawalOffers } from '../../domain/account/withdrawals';
import { useDomain } from '../../domain/useDomain';

/** What the signed-in user can withdraw from, asked once, and the withdrawal itself. */
export function useWithdrawals() {
  const domain = useDomain();
  const [offers, setOffers] = useState<WithdrawalOffer[]>([]);
  useEffect(() => {
    let isShown = true;
    void withdrawalOffers(domain).then((found) => {
      if (isShown) setOffers(found);
    });
    return () => {
      isShown = false;
    };
  }, [domain]);
  return { offers, onWithdraw: async (sessionId: string) => setOffers(await withdraw(sessionId, offers, domain)) };
}
