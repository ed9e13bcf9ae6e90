import { copy } from './copy';

/** What is said while a photo is uploaded. Apart from copy.ts, because it loads later. */
export const uploadCopy = {
  title: 'Upload & Restore',
  dropTitle: 'Drop your photo here',
  dropHint: 'PNG, JPG up to 25MB',
  dropSeveral: (most: number) => `One photo, or up to ${most} at once`,
  dropAction: 'or choose one. You can paste one too.',
  /** In place of both where a finger points. */
  pickTitle: 'Choose a photo',
  dropActive: 'Let go to add this photo',
  previewAlt: 'Your photo, before the restore',
  remove: 'Remove photo',
  chosen: 'Your photo is here. Choose a tool, then press Restore Photo.',
  othersTitle: (count: number) => (count === 1 ? '1 more photo waits' : `${count} more photos wait`),
  next: (name: string, more: number) => `Next photo: ${name}${more > 0 ? ` (${more} more)` : ''}`,
  tools: 'Restore tool',
  used: 'used',
  start: 'Restore Photo',
  cost: 'Uses 1 restore',
  free: 'Your first restore is free',
  preparing: 'Preparing your photo...',
  uploading: (percent: number) => `Uploading ${percent}%`,
  waiting: 'Waiting for the connection. Your photo is sent as soon as it is back.',
  unanswered:
    'All of it is sent, and we wait for the answer. You can close this: if your photo has arrived, it appears in My Photos within a minute.',
  progressLabel: 'Upload progress',
  finishing: 'Your photo is in. The restore is starting...',
  cancel: 'Cancel upload',
  close: 'Close',
  convertFailed: 'Failed to convert image to JPG',
  loadFailed: copy.toasts.unreadable.description,
  notAllowed: 'The upload was refused. Please check that you have a restore left, then try again.',
  interrupted: 'The connection was lost during the upload. Please try again.',
} as const;
