import { money, restores } from '../../copy/words';
import { dateLocale } from '../../lib/dateLocale';

const date = (iso: string) => new Date(iso).toLocaleDateString(dateLocale(), { dateStyle: 'long' });

interface Back {
  unused: number;
  amountCents: number;
  currency: string;
}

/** What the account dialog says about giving a pack back. Apart from `copy`, which the first page downloads. */
export const withdrawalCopy = {
  title: 'Withdraw from a purchase',
  bought: (photos: number, boughtAt: string) => `${restores(photos)}, bought on ${date(boughtAt)}`,
  until: (until: string) => `You can give back what is unused of it until ${date(until)}.`,
  ask: 'Withdraw From This Purchase',
  question: ({ unused, amountCents, currency }: Back) =>
    `We take back ${restores(unused)} and refund ${money(amountCents, currency)} to the way you paid. This cannot be undone.`,
  confirm: 'Confirm Withdrawal',
  confirming: 'Withdrawing...',
  keep: 'Keep My Restores',
  /** In a low window a toast shows its title alone. */
  done: ({ unused, amountCents, currency }: Back) => ({
    title: `Withdrawn: ${money(amountCents, currency)} Refund`,
    description: `${money(amountCents, currency)} for ${restores(unused)} is on its way back to you.`,
  }),
  notPossible: {
    title: 'Not Withdrawn',
    description: 'Nothing of this purchase can be given back any more: it was used, or the time is over.',
    destructive: true,
  },
  failed: 'Not Withdrawn',
};
