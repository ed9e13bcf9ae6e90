const photos = (count: number) => `${count} ${count === 1 ? 'photo' : 'photos'}`;
const credits = (count: number) => (count === 1 ? '1 credit has been' : `${count} credits have been`);

/** What the gallery says around its cards. Apart from `copy`, which the first page downloads. */
export const galleryCopy = {
  upload: 'Upload',
  left: (restores: number) => `${restores} left`,
  size: 'Size of the photos',
  sizes: { small: 'Small', medium: 'Medium', large: 'Large' },
  /** Shown in the buttons of the sizes. */
  sizeLetters: { small: 'S', medium: 'M', large: 'L' },
  search: 'Search your photos',
  searchShort: 'Search',
  searching: 'Searching...',
  found: (count: number) => `${photos(count)} found`,
  foundNone: (text: string) => `No photo matches “${text}”`,
  foundNoneText: 'Names, dates and captions are searched.',
  searchFailed: 'Your photos could not be searched. Please try again.',
  clearSearch: 'Clear Search',
  select: 'Select',
  selectPhoto: (photo: string) => `Select ${photo}`,
  selectAll: 'Select All',
  selectNone: 'Select None',
  selected: (count: number) => `${count} selected`,
  endSelecting: 'Stop selecting',
  save: (count: number) => `Save ${photos(count)}`,
  saveNone: 'Save photos',
  zipName: (day: string) => `Restored photos ${day}.zip`,
  saving: (at: number, of: number) => `Saving ${at} of ${of}`,
  cancelSaving: 'Cancel',
  saved: (count: number) => ({ title: 'Photos Saved', description: `${photos(count)} in one zip file.` }),
  savedInPart: (done: number, failed: string) => ({
    title: 'Some Photos Not Saved',
    description: `${photos(done)} saved. Not saved: ${failed}.`,
    destructive: true,
  }),
  saveFailed: { title: 'Download Failed', description: 'None of the photos could be saved.', destructive: true },
  saveCancelled: { title: 'Not Saved', description: 'You cancelled saving the photos.' },
  andMore: (count: number) => `and ${count} more`,
  delete: (count: number) => `Delete ${photos(count)}`,
  deleteNone: 'Delete photos',
  deleting: (at: number, of: number) => `Deleting ${at} of ${of}`,
  deleteTitle: (count: number) => `Delete ${photos(count)}?`,
  deleteText: 'The originals and everything made of them go too. This cannot be undone.',
  confirmDelete: (count: number) => `Delete ${photos(count)} for Good`,
  keep: 'Keep Them',
  deleted: ({ deleted, files, refunds }: { deleted: number; files: number; refunds: number }) => ({
    title: 'Photos Deleted',
    description: [
      `${photos(deleted)} and ${files} associated files have been removed.`,
      ...(refunds > 0 ? [`${credits(refunds)} refunded to your account.`] : []),
    ].join(' '),
  }),
  deletedInPart: ({ refused, of, refusal }: { refused: number; of: number; refusal: string }) =>
    `${refused} of ${photos(of)} could not be deleted: ${refusal}`,
  close: 'Close',
};
