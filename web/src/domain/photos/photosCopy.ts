/** What is said of photos on every page: in toasts and in the tab's title. */
export const photosCopy = {
  detailsSaved: { title: 'Details Saved', description: 'You can search for these words now.' },
  tryingAgain: { title: 'Trying again...', description: 'This try is free: the failed one was not used up.' },
  deletedRefunded: (count: number) => ({
    title: 'Photo Deleted & Credit Refunded!',
    description: `Failed photo deleted and ${count} credits have been refunded to your account.`,
  }),
  failedTitles: { favourite: 'Favorite Not Changed', details: 'Details Not Saved' },

  /** The tab's title while photos are restored. */
  tab: {
    one: (percent: number) => `${percent}%`,
    many: (count: number) => `Restoring ${count} photos`,
    ready: '✓ Ready',
  },
} as const;
