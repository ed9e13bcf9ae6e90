import type { RequestWithdrawalResponse } from '@heirlight/contract/callables';
import { copy } from '../../copy/copy';
import { callErrorText } from '../../lib/errorText';
import { toast } from '../../lib/toast';
import type { Firebase } from '../firebase/firebase';
import type { CreditsFlows } from './credits';
import { withdrawalCopy } from './withdrawalCopy';

/** A purchase of which something can be given back. */
export type WithdrawalOffer = RequestWithdrawalResponse['offers'][number];

export interface WithdrawalDeps {
  firebase: Pick<Firebase, 'functions'>;
  credits: Pick<CreditsFlows, 'refetchCredits'>;
}

/**
 * The signed-in user's purchases of which something can be given back. None while the server's switch is off; null if it
 * could not be asked.
 */
export async function withdrawalOffers({ firebase }: WithdrawalDeps): Promise<WithdrawalOffer[] | null> {
  try {
    const { call } = await firebase.functions();
    return (await call('requestWithdrawal', {})).offers ?? [];
  } catch (error) {
    // Nobody asked for it yet, so a failure is nobody's concern.
    console.error('request-withdrawal failed', error);
    return null;
  }
}

/** Withdraws from a purchase, and says how that went. Returns what is offered from then on. Never rejects. */
export async function withdraw(
  sessionId: string,
  offers: WithdrawalOffer[],
  { firebase, credits }: WithdrawalDeps,
): Promise<WithdrawalOffer[]> {
  try {
    const { call } = await firebase.functions();
    const { withdrawn, offers: left } = await call('requestWithdrawal', { sessionId });
    toast(withdrawn ? withdrawalCopy.done({ ...withdrawn, unused: withdrawn.restores }) : withdrawalCopy.notPossible);
    await credits.refetchCredits();
    return left;
  } catch (error) {
    console.error('request-withdrawal failed', error);
    const description = callErrorText(error, copy.fallbackError);
    toast({ title: withdrawalCopy.failed, description, destructive: true });
    return offers;
  }
}
