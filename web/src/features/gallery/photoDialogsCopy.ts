import { restores } from '../../copy/words';

/** Texts of a photo's dialogs. Downloaded with them. */
export const photoDialogsCopy = {
  again: {
    title: 'Restore With Another Tool',
    text: 'The same photo, another tool. No new upload needed.',
    continueTitle: 'Continue From This Result',
    continueText: (tool: string) =>
      `The next tool begins with this result of ${tool}: repair first, then enlarge, for instance.`,
    failedTitle: 'Try Again',
    failedText: 'The restore failed, so another try is free. Choose the same tool or another one.',
    refundedText: 'The restore failed, and was given back when you deleted the photo. Another try uses it.',
    pictureAlt: (photo: string) => `${photo}, as it goes into the restore`,
    cost: (left: number) => (left > 0 ? `Uses 1 of your ${restores(left)}` : 'Uses 1 restore. You have none left.'),
    free: 'Free: uses none of your restores',
  },

  remove: {
    title: 'Delete this restored photo?',
    only: 'The original goes too. This cannot be undone.',
    version: (tool: string) => `This removes the version by ${tool}. The other versions stay.`,
    last: (tool: string) => `This removes the version by ${tool}, and the original goes too. The other versions stay.`,
    all: (versions: number) => `Delete All ${versions} Versions`,
    allText: 'With all versions, the original goes too. This cannot be undone.',
    linkEnds: 'Its shared link ends.',
    linksEnd: 'Shared links end.',
    confirm: 'Delete',
    confirmVersion: 'Delete This Version',
    cancel: 'Keep It',
  },

  details: {
    title: 'Edit Details',
    name: 'Name',
    date: 'Date',
    dateHint: 'As you know it: 12 May 1943, or about 1943.',
    caption: 'Caption',
    captionHint: 'Who is in it, where it was taken, what you want to remember.',
    save: 'Save Details',
    discard: {
      title: 'Discard What You Wrote?',
      text: 'It is not saved yet, and cannot be brought back.',
      yes: 'Discard',
      no: 'Go On Writing',
      close: 'Close',
    },
    tooLong: (over: number) => `Please shorten this by ${over} ${over === 1 ? 'character' : 'characters'}.`,
  },
} as const;
