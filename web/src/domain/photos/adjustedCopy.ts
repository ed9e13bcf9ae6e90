/** What is said when a photo has been adjusted by hand. */
export const adjustedCopy = {
  adjusted: { title: 'Adjusted', description: 'Kept with your photo. You can change it at any time.' },
  plain: { title: 'Plain Result', description: 'The photo is as it was restored.' },
  undo: 'Undo',
  offline: {
    title: 'You are offline',
    description: 'Adjusted on this page. It is kept with your photo once you are back online, if the page stays open.',
  },
  failedTitle: 'Adjustment Not Kept',
  stays: (reason: string) => `${reason} Until you close this page, the photo stays as you adjusted it.`,
  tryAgain: 'Try Again',
} as const;
