import { copy } from '../../copy/copy';
import { photos } from '../../copy/words';

/** What is said where several photos are selected. Downloaded with the first selection. */
export const selectionCopy = {
  selectAll: 'Select All',
  selectNone: 'Select None',
  /** There are more than the gallery shows. */
  shownSelected: {
    title: 'Older Photos Left Out',
    description: `Only the photos that are shown are selected. “${copy.gallery.loadMore}” brings the older ones.`,
  },
  selected: (count: number) => `${count} selected`,
  endSelecting: 'Stop selecting',
  save: (count: number) => `Save ${photos(count)}`,
  saveNone: 'Save photos',
  share: (count: number) => `Share ${photos(count)}`,
  shareNone: 'Share photos',
  saveTitle: (count: number) => `Save ${photos(count)} in one zip file`,
  formatOfAll: 'Format of the pictures',
  formats: { jpeg: 'JPG, for albums, prints and e-mail', png: 'PNG, every pixel as restored, larger' },
  originalsToo: 'The originals as well',
  originalsFolder: 'Originals',
  saveZip: 'Save',
  zipName: (day: string) => `Restored photos ${day}.zip`,
  saving: (at: number, of: number) => `Saving ${at} of ${of}`,
  cancelSaving: 'Cancel',
  saved: (count: number, originals: boolean) => ({
    title: 'Photos Saved',
    description: `${photos(count)}${originals ? ' and their originals' : ''} in one zip file.`,
  }),
  savedInPart: (done: number, failed: string) => ({
    title: 'Some Photos Not Saved',
    description: `${photos(done)} saved. Not saved: ${failed}.`,
    destructive: true,
  }),
  saveFailed: { title: 'Download Failed', description: 'None of the photos could be saved.', destructive: true },
  saveCancelled: { title: 'Not Saved', description: 'You canceled saving the photos.' },
  delete: (count: number) => `Delete ${photos(count)}`,
  deleteNone: 'Delete photos',
  deleting: (at: number, of: number) => `Deleting ${at} of ${of}`,
  deleteTitle: (count: number) => `Delete ${photos(count)}?`,
  deleteText: (count: number) =>
    count === 1
      ? 'The original and everything made of it go too. This cannot be undone.'
      : 'The originals and everything made of them go too. You can undo this for 24 hours.',
  confirmDelete: (count: number) => (count === 1 ? 'Delete 1 Photo for Good' : `Delete ${photos(count)}`),
  retry: (count: number) => `Try ${photos(count)} again`,
  retrying: (at: number, of: number) => `Trying ${at} of ${of} again`,
  keep: 'Keep Them',
  close: 'Close',
};
