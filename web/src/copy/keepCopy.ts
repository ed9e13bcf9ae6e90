import { BRAND } from '@heirlight/contract/brand';
import { MOST_SHARED_PHOTOS } from '@heirlight/contract/limits';
import type { DigitalSourceType } from '@heirlight/contract/tools';
import { photos } from './words';

/** What is said where photos are saved and shared. Apart from copy.ts, because few visits come here. */
export const keepCopy = {
  save: {
    title: 'Other Formats',
    close: 'Close',
    formats: {
      png: { label: 'PNG', text: 'Every pixel as restored. The largest file.' },
      jpeg: { label: 'JPEG', text: 'For albums, prints and e-mail. Opens everywhere.' },
      webp: { label: 'WebP', text: 'For websites, at full quality.' },
    },
    preparing: 'Preparing your photo...',
    ready: (label: string) => `${label} is ready. Tap to save.`,
    card: {
      title: 'Before and after',
      text: 'One picture to send to the family.',
      alt: 'Before and after, side by side on one card',
      loading: 'Drawing your card...',
      failed: 'The card could not be drawn. Please check your connection, then try again.',
      action: 'Save Card',
      share: 'Share Card',
      fileName: (stem: string) => `${stem}, before and after`,
    },
    inside: {
      dated: 'Your files carry the date, name and caption of the photo, never the place.',
      plain: 'Your files say how they were made, never where.',
    },
    signed: 'This file carries Content Credentials. Anybody can check how it was restored.',
  },
  /** What AI did, in one sentence. */
  made: {
    algorithmicallyEnhanced: 'Sharpened and enlarged by AI. Fine detail is an estimate.',
    compositeWithTrainedAlgorithmicMedia: 'Restored by AI. Parts were redrawn and may differ from what was there.',
    trainedAlgorithmicMedia: 'Made by AI. It may show what never was.',
  } satisfies Record<DigitalSourceType, string>,
  share: {
    title: 'Share This Photo',
    close: 'Close',
    text: 'Make a link, and everybody who has it sees this photo before and after, with the name, date and caption you gave it, and can save it. Nothing else of yours is shown, and no account is needed.',
    create: 'Create Link',
    creating: 'Creating...',
    shared:
      'Everybody who has this link sees the photo before and after, with its name, date and caption, and can save it.',
    link: 'Link',
    copy: 'Copy Link',
    open: 'Open',
    send: 'Send...',
    takeBack: 'Stop Sharing',
    takingBack: 'Stopping...',
    loading: 'Fetching your link...',
    failed: 'Could Not Share',
    takeBackFailed: 'Still Shared',
    copied: { title: 'Link Copied', description: 'Everybody who has it can see the photo until you stop sharing.' },
    takenBack: { title: 'Sharing Stopped', description: 'The link shows nothing any more.' },
  },
  shareSet: {
    title: (count: number) => `Share ${photos(count)}`,
    text: 'Make one link, and everybody who has it sees these photos before and after, with the names, dates and captions you gave them, and can save them. Nothing else of yours is shown, and no account is needed.',
    shared:
      'Everybody who has this link sees these photos before and after, with their names, dates and captions, and can save them. Your account lists all your shared sets.',
    copied: { title: 'Link Copied', description: 'Everybody who has it can see the photos until you stop sharing.' },
    leftOut: (count: number) =>
      `${count} of the photos you selected ${count === 1 ? 'is' : 'are'} left out: only restored photos can be shared.`,
    tooMany: (count: number) =>
      `One link shows up to ${MOST_SHARED_PHOTOS} photos, and you have selected ${count}. Please select fewer.`,
  },
  sharedPage: {
    label: 'A shared photo',
    unnamed: 'A restored photograph',
    several: (count: number) => `${photos(count)}, before and after`,
    /** A photo of several that has no name. */
    numbered: (place: number) => `Photo ${place}`,
    /** A button's name for those who do not see its photo. */
    of: (label: string, photo: string) => `${label}, ${photo}`,
    alt: 'the shared photograph',
    lead: `Restored with ${BRAND}`,
    loading: 'Fetching the photo...',
    /** On a photo that its owner adjusted. Until then both sides are the picture before. */
    making: 'Making the restored photo...',
    goneTitle: 'This is not shared any more',
    goneText:
      'Its owner has stopped sharing it, or the link is incomplete. The person who sent it can send you a new one.',
    errorTitle: 'The photo could not be loaded',
    errorText: 'Please check your connection, then try again.',
    retry: 'Try Again',
    save: 'Save Photo',
    saving: 'Saving...',
    ready: 'Ready. Tap to Save',
    saveFailed: 'The photo could not be saved. Please check your connection, then try again.',
    action: 'Restore Your Own Photo',
  },
} as const;
