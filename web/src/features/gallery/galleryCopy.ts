import { photos } from '../../copy/words';

/** What the gallery says around its cards. Apart from `copy`, which the first page downloads. */
export const galleryCopy = {
  upload: 'Upload',
  today: 'Today',
  yesterday: 'Yesterday',
  left: (restores: number) => `${restores} left`,
  size: 'Size of the photos',
  sizes: { small: 'Small', medium: 'Medium', large: 'Large' },
  /** Shown in the buttons of the sizes. */
  sizeLetters: { small: 'S', medium: 'M', large: 'L' },
  order: 'Order of the photos',
  orders: { uploaded: 'Newest upload', taken: 'Date taken' },
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
};
