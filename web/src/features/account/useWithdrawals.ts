import { useEffect, useRef, useState } from 'react';
import { type WithdrawalOffer, withdraw, withdrawalOffers } from '../../domain/account/withdrawals';
import { noteChange } from '../../domain/photos/changes';
import { useDomain } from '../../domain/useDomain';
import { onAccountChange } from './onAccountChange';

/** What the signed-in user can withdraw from, as the balance is now, and the withdrawal itself. */
export function useWithdrawals() {
  const domain = useDomain();
  const [offers, setOffers] = useState<WithdrawalOffer[]>([]);
  const isWithdrawing = useRef(false);
  /** Counts the requests: only the response to the last one counts. */
  const turn = useRef(0);
  useEffect(() => {
    const ask = async () => {
      turn.current += 1;
      const mine = turn.current;
      const found = await withdrawalOffers(domain);
      if (found && mine === turn.current) setOffers(found);
    };
    void ask();
    // A withdrawal changes the balance before it is done, and brings what is left itself.
    const stop = onAccountChange(() => void (isWithdrawing.current || ask()));
    return () => {
      stop();
      turn.current += 1;
    };
  }, [domain]);
  const onWithdraw = async (sessionId: string) => {
    isWithdrawing.current = true;
    const left = await withdraw(sessionId, offers, domain);
    noteChange();
    isWithdrawing.current = false;
    turn.current += 1;
    setOffers(left);
  };
  return { offers, onWithdraw };
}
