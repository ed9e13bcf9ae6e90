import { BRAND } from '@heirlight/contract/brand';
import { andMore, money, photos, restores } from '../../copy/words';
import { dateLocale } from '../../lib/dateLocale';

const day = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium' });
const time = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' });

/** What the account dialog says. Apart from `copy`, which the first page downloads. */
export const accountCopy = {
  title: 'Your Account',
  signedInAs: (email: string) => `Signed in as ${email}`,
  verified: 'Email verified',
  notVerified: 'Email not verified yet',
  resend: 'Send the verification email again',
  deletedTitle: 'Deleted photos',
  deleteTitle: 'Delete account',
  deleteText: 'This removes your account, all your photos and all restores you have left, for good.',
  deleteLabel: 'Type DELETE to confirm',
  deleteWord: 'DELETE',
  deletePassword: 'You logged in a while ago. Please type your password to go on.',
  delete: 'Delete My Account',
  deleting: 'Deleting...',
  close: 'Close',

  balance: (count: number) => `${restores(count)} available`,
  loading: 'Loading...',
  tryAgain: 'Try Again',

  ledger: {
    title: 'Where your restores went',
    failed: 'This list could not be loaded. Nothing is lost; please try again.',
    none: 'Nothing has happened yet.',
    older: 'Show Older',
    when: (at: Date) => time.format(at),
    /** A true minus, as wide as the plus. */
    change: (delta: number) => (delta < 0 ? `−${-delta}` : `+${delta}`),
    changeWords: (delta: number) => `${restores(Math.abs(delta))} ${delta < 0 ? 'used' : 'added'}`,
    after: (balance: number) => `${balance} left`,
    gonePhoto: 'a photo that is no longer here',
    named: (photo: string) => `“${photo}”`,
    reasons: {
      welcome: () => 'A welcome from us',
      restore: (photo: string) => `Restored ${photo}`,
      refund: (photo: string) => `Given back: the restore of ${photo} failed`,
      purchase: () => 'Bought',
      reversal: () => 'Taken back after a refund',
      grant: () => 'Given by us',
    },
    owed: (count: number) =>
      count > 0
        ? `${restores(count)} more could not be taken back, and will be kept from what you get next.`
        : `${restores(-count)} of it went to what was still owed.`,
  },

  purchases: {
    title: 'Purchases and receipts',
    failed: 'Your purchases could not be loaded. Please try again.',
    none: 'You have not bought anything yet.',
    pack: restores,
    paid: ({ amountCents, currency, boughtAt }: { amountCents: number; currency: string; boughtAt: string }) =>
      `${money(amountCents, currency)} on ${day.format(new Date(boughtAt))}`,
    refunded: (cents: number, currency: string) => `${money(cents, currency)} refunded`,
    whyUnpaid: ({ status }: { status: string }) =>
      ({
        pending: 'The payment is on its way. A bank transfer can take days; your restores come with it.',
        failed: 'The payment did not arrive, so no restores were added.',
      })[status],
    receipt: 'Receipt',
    receiptOf: (pack: string, paid: string) => `Receipt for ${pack}, ${paid}. Opens in a new tab.`,
    noReceipts: 'Stripe does not answer at the moment, so the receipts are missing. Please look again later.',
  },

  shared: {
    title: 'Shared sets',
    failed: 'Your shared sets could not be loaded. Please try again.',
    none: 'You share no set of photos. Select photos in your gallery to share them by one link.',
    names: (names: readonly string[], more: number) => [...names, ...(more > 0 ? [andMore(more)] : [])].join(', '),
    since: (count: number, at: Date) => `${photos(count)}, shared on ${day.format(at)}`,
    open: 'Open',
    stop: 'Stop Sharing',
    stopping: 'Stopping...',
    of: (label: string, set: string) => `${label}: ${set}`,
  },

  password: {
    title: 'Password',
    current: 'Current Password',
    next: 'New Password',
    change: 'Change Password',
    changing: 'Changing...',
    others: 'Your other devices are logged out.',
    forgotten: 'Forgotten? Send Reset Email',
  },

  exporting: {
    title: 'Download everything',
    text: 'All your pictures, before and after, with the list of your restores and purchases, in one zip file.',
    start: 'Download Everything',
    preparing: 'Collecting your photos...',
    working: (done: number, of: number) => `Saving file ${Math.min(done + 1, of)} of ${of}`,
    cancel: 'Cancel',
    cancelled: { title: 'Not Saved', description: 'You canceled the download.' },
    done: (files: number) => ({ title: 'Everything Saved', description: `${files} files in one zip file.` }),
    inPart: (names: string) => ({
      title: 'Some Files Not Saved',
      description: `The rest is saved. Not saved: ${names}.`,
      destructive: true,
    }),
    failed: {
      title: 'Download Failed',
      description: 'Your files could not be collected. Please try again.',
      destructive: true,
    },
    zipName: (date: string) => `${BRAND} ${date}.zip`,
    folders: { before: 'Before', after: 'After', adjusted: 'Adjusted by Hand' },
    ledgerFile: 'Restores',
    ledgerColumns: ['When', 'What', 'Change', 'Left'],
    index: 'Read me first',
    /** Lines of the index, in their order. */
    lines: {
      about: (email: string, when: string) => `Everything that ${BRAND} keeps for ${email}, as of ${when}.`,
      folders:
        '"Before" holds your photos as you uploaded them, "After" what was made of them, "Adjusted by Hand" what you changed yourself.',
      ledger: 'A photo has the same name in each. "Restores.csv" lists every restore that came and went.',
      balance: (count: number) => `You have ${restores(count)} available.`,
      photos: (count: number) => `YOUR PHOTOS (${count})`,
      uploaded: (when: string, state: string) => `  Uploaded ${when}, ${state}.`,
      states: {
        succeeded: (tool: string) => `restored with ${tool}`,
        processing: (tool: string) => `being restored with ${tool}`,
        failed: () => 'not restored',
      },
      purchases: (count: number) => `YOUR PURCHASES (${count})`,
      missing: 'NOT SAVED, BECAUSE THEY COULD NOT BE LOADED',
    },
  },
};
