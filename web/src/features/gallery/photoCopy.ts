/** Texts about the versions of a photo and the words about it. Downloaded with the gallery. */
export const photoCopy = {
  /** A control's name for those who do not see its photo: what it says, and which photo it is about. */
  of: (label: string, photo: string) => `${label}, ${photo}`,
  unnamed: (when: string) => `Photo of ${when}`,

  more: 'More',
  continueFrom: 'Continue From This Result',
  favourite: 'Make Favorite',
  noFavourite: 'No Longer the Favorite',
  edit: 'Edit Details',
  /** Of a photo that is shared: it opens its link. */
  manageSharing: 'Manage Sharing',
  compareWith: 'Compare with',

  versions: (photo: string) => `Versions of ${photo}`,
  original: 'Original',
  /** A version made from another version's result. */
  continued: (tool: string) => `+ ${tool}`,
  continuedAlt: (tool: string) => `continued with ${tool}`,
  isFavourite: 'favorite',
  isAdjusted: 'adjusted',
  processing: 'being restored',
  failed: 'failed',

  tryAgain: 'Try Again',
  tryAgainFree: 'Free: this restore is still yours.',
} as const;
