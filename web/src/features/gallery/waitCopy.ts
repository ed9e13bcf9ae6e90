import type { ToolId } from '@heirlight/contract/tools';

const leave = 'You can leave this page; the photo will be here when you are back.';

/** What a card says while its photo is restored. Apart from `copy`, which the first page downloads. */
export const waitCopy = {
  /** What each tool does, in the order in which it does it. */
  stages: {
    deeprestore: ['Looking for scratches', 'Filling what is missing', 'Clearing the faces', 'Bringing back the tones'],
    colorize: ['Looking at light and shade', 'Mending small damage', 'Bringing color'],
    photoscaler: ['Reading the grain', 'Drawing finer detail', 'Sharpening the edges'],
    pureface: ['Finding the faces', 'Clearing the faces', 'Setting them back'],
    lowrezfix: ['Reading the grain', 'Drawing finer detail', 'Clearing the faces'],
    textremove: ['Finding the writing', 'Taking it off', 'Filling what was beneath'],
  } satisfies Record<ToolId, readonly string[]>,
  waiting: 'Waiting for its turn',
  before: (count: number) => (count === 1 ? '1 of your photos before it' : `${count} of your photos before it`),
  left: {
    minutes: (count: number) => `About ${count} minutes left`,
    minute: 'About a minute left',
    seconds: (count: number) => `About ${count} seconds left`,
    few: 'A few seconds left',
    almost: 'Almost there',
    longer: 'Taking a little longer than usual',
  },
  leave,
  overdue: `Taking longer than usual. ${leave}`,
  spoken: (percent: number) => `${percent}% restored`,
  notify: 'Tell me when it is ready',
  notifying: 'We will tell you when it is ready.',
  notAllowed: `This browser does not allow it. ${leave}`,
} as const;
