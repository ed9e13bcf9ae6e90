import { photos } from '../../copy/words';
import { dateLocale } from '../../lib/dateLocale';

const credits = (count: number) => (count === 1 ? '1 credit has been' : `${count} credits have been`);
const time = new Intl.DateTimeFormat(dateLocale(), { weekday: 'long', hour: 'numeric', minute: 'numeric' });

/** What is said of photos that were deleted together. */
export const deletedSetCopy = {
  deleted: ({ deleted, refunds }: { deleted: number; refunds: number }) => ({
    title: 'Photos Deleted',
    description: [
      // Short: a toast that finds no place on a phone shows its title alone.
      `${photos(deleted)} can be brought back for 24 hours, in Your Account.`,
      ...(refunds > 0 ? [`${credits(refunds)} refunded to your account.`] : []),
    ].join(' '),
  }),
  deletedInPart: ({ failed, of, reason }: { failed: number; of: number; reason: string }) =>
    `${failed} of ${photos(of)} could not be deleted: ${reason}`,
  undo: 'Undo',
  broughtBack: (count: number) => ({
    title: 'Photos Are Back',
    description: [
      `${photos(count)} and everything made of them are in your gallery again.`,
      // Said to everybody: the page does not know the links that show several photos.
      'If they were shared, the links no longer show them. You can share them again.',
    ].join(' '),
  }),
  offline: { title: 'You are offline', description: 'Bringing photos back needs a connection. They are still kept.' },
  tooLate: { title: 'Nothing to Bring Back', description: 'These photos are back already, or gone for good.' },
  failedTitle: 'Photos Not Brought Back',
  /** In the account dialog. */
  none: 'Photos that you delete several at a time can be brought back here for 24 hours. There are none now.',
  unread: 'This list could not be loaded. Nothing is lost; please try again.',
  count: (count: number) => photos(count),
  until: (at: Date) => `Can be brought back until ${time.format(at)}`,
  bringBack: 'Bring Back',
  bringingBack: 'Bringing Back...',
} as const;
