import { photos } from '../../copy/words';

/** What is said where all photos of a shared set are saved at once. */
export const saveAllCopy = {
  save: (count: number) => `Save All ${count} Photos`,
  zipName: (day: string) => `Shared photos ${day}.zip`,
  saving: (done: number, of: number) => `Saving ${done} of ${of}...`,
  cancel: 'Cancel',
  saved: (count: number) => `${photos(count)} saved in one zip file.`,
  savedInPart: (count: number, failed: string) => `${photos(count)} saved. Not saved: ${failed}. Please try again.`,
  failed: 'The photos could not be saved. Please check your connection, then try again.',
};
