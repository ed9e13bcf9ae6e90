import { photos } from '../../copy/words';

/** What is said of failed photos that are tried again together. */
export const retryCopy = {
  started: (count: number, isFree: boolean) => ({
    title: 'Trying again...',
    description: [
      `${photos(count)} ${count === 1 ? 'is' : 'are'} being restored once more.`,
      ...(isFree ? ['The failed tries were not used up.'] : []),
    ].join(' '),
  }),
  startedInPart: ({ failed, of, reason }: { failed: number; of: number; reason: string }) => ({
    title: 'Restore Failed',
    description: `${failed} of ${photos(of)} could not be tried again: ${reason}`,
    destructive: true,
  }),
  toolGone: 'its tool is no longer offered. Open it to choose another.',
} as const;
