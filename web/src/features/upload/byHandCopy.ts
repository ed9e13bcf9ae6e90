/** What the upload dialog says about adjusting a photo by hand that nothing has restored. It comes with the dialog. */
export const byHandCopy = {
  offer: 'Color it by hand, free, on this device',
  /** Said in place of `uploadCopy.chosen` to who has no restores. */
  chosenToLook: 'Your photo is here. You can look at it and color it by hand, free, on this device.',
  details: 'Your photo, by hand',
  note: 'Not uploaded. Only the file you save keeps it.',
  unchanged: { title: 'Nothing to Save Yet', description: 'Color something, mend a mark, or move a slider first.' },
  saved: { title: 'Download Started', description: 'Your photo is downloading, as you see it here.' },
  ready: { title: 'Your Photo Is Ready', description: 'Press Save once more.' },
} as const;
