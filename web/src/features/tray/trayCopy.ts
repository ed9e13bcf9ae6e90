import { copy } from '../../copy/copy';
import { restores } from '../../copy/words';

import { ENDED, isTraySending, rowsIn, SENDING, type Tray } from '../../domain/tray/trayState';

const photos = (count: number): string => `${count} ${count === 1 ? 'photo' : 'photos'}`;
const are = (count: number): string => (count === 1 ? 'is' : 'are');
const waitElsewhere = (all: number, elsewhere: number): string => {
  const they = all === 1 ? 'It' : 'They';
  const who = elsewhere === all ? they : `${elsewhere} of them`;
  return `${who} ${elsewhere === 1 ? 'waits' : 'wait'} in another window, or since an earlier visit.`;
};

/** What the tray says. What it says of a single upload is in `copy`. */
export const trayCopy = {
  title: 'Restore several photos',
  close: 'Close',
  list: 'Your photos',
  /** @param available null while it is not known */
  cost: (count: number, available: number | null) =>
    `${photos(count)}, uses ${available === null ? restores(count) : `${count} of your ${restores(available)}`}.`,
  missing: (count: number, available: number) =>
    `${photos(count)}, and you have ${restores(available)}: ${count - available} more ${are(count - available)} needed. Get more, or remove some photos. These stay here.`,
  resumed: (count: number) =>
    count === 1
      ? 'This photo was not sent before the page was closed. Send it now?'
      : `These ${photos(count)} were not sent before the page was closed. Send them now?`,
  notSaved: 'This device has no room to keep them. Leave this page open until they are sent.',
  none: 'None of these files can be restored.',
  leftOut: (most: number, count: number) =>
    `Up to ${most} photos at once: ${photos(count)} more ${are(count)} left out. Add them when these are sent.`,
  seePlans: 'See Plans',
  selectThem: 'Select Them',
  toolForAll: 'Tool for all photos',
  /** In its place, if the photos have several. */
  ownTools: 'Each its own',
  ownToolsNote: 'Each photo has its own tool. Choose one here to use it for all.',
  toolFor: (name: string) => `Tool for ${name}`,
  straightenAll: (count: number) => `Straighten ${count} ${count === 1 ? 'Print' : 'Prints'}`,
  straighten: 'Straighten Print',
  straightenIn: (name: string) => `Straighten the print in ${name}`,
  straightened: 'The print is straightened.',
  undo: 'Undo',
  undoIn: (name: string) => `Undo straightening ${name}`,
  split: (count: number) => `Make ${count} Photos of It`,
  splitIn: (count: number, name: string) => `Make ${count} photos of ${name}`,
  takeSuggestions: (count: number) => `Use ${count} Suggested ${count === 1 ? 'Tool' : 'Tools'}`,
  suggestedFor: (suggestion: string, name: string) => `${suggestion} Use it for ${name}`,
  remove: (name: string) => `Remove ${name}`,
  removeAll: 'Remove All',
  /** In its place, if some are sent already. */
  removeUnsent: 'Remove All Not Sent Yet',
  /** Asked before a logout. @param elsewhere how many of them are not in this page's tray */
  leaving: (count: number, elsewhere: number) => ({
    title: 'Log Out Now?',
    text: [
      `${photos(count)} ${are(count)} not sent yet.`,
      ...(elsewhere > 0 ? [waitElsewhere(count, elsewhere)] : []),
      `If you log out now, you have to choose ${count === 1 ? 'it' : 'them'} again.`,
    ].join(' '),
    yes: 'Log Out',
    no: 'Stay Logged In',
    close: 'Close',
  }),
  start: (count: number) => (count === 1 ? 'Restore 1 Photo' : `Restore ${count} Photos`),
  tryAgain: 'Try Again',
  tryAgainWith: (name: string) => `Try again: ${name}`,
  tryAllAgain: (count: number) => `Try ${count} Again`,

  chosen: 'Ready',
  partMissing: 'A part of this file is missing. Only what is there is restored.',
  foreign: (format: string) => `Ready. This ${format} is converted on your device first.`,
  waiting: 'Waits for its turn',
  preparing: 'Preparing...',
  converting: (format: string) => `Converting from ${format}...`,
  uploading: (percent: number) => `Uploading ${percent}%`,
  pausedAt: (percent: number) => `Paused at ${percent}%`,
  unanswered: 'All of it is sent. We wait for the answer...',
  offline: 'Waits for the connection',
  sent: 'Sent. It is being restored.',

  bar: 'Photos on their way',
  progress: (at: number, count: number) => `Uploading ${at} of ${count}`,
  paused: (at: number, count: number) => `Paused: ${at} of ${count} sent`,
  cutOff: (at: number, count: number) => `Waits for the connection: ${at} of ${count} sent`,
  pause: 'Pause',
  goOn: 'Go On',
  kept: (count: number) => `${photos(count)} ${count === 1 ? 'waits' : 'wait'} to be sent`,
  notSent: (count: number) => `${photos(count)} could not be sent`,
  show: 'Show',

  toasts: {
    allSent: (count: number) => ({
      title: `${photos(count)} ${are(count)} being restored`,
      description: 'They appear in My Photos as they are done.',
    }),
    someFailed: (sent: number, names: readonly string[]) => ({
      title: `${sent} of ${photos(sent + names.length)} ${are(sent)} being restored`,
      description: `Not sent: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}.`,
      destructive: true,
    }),
    ended: (done: number, all: number) => ({
      title: `${done} of ${photos(all)} restored`,
      description:
        done === all ? 'All of them are in My Photos.' : 'Delete a photo that failed, and its restore is given back.',
      destructive: done === 0,
    }),
    unpaid: (count: number) => ({
      title: copy.toasts.noneLeft.title,
      description: `${photos(count)} ${count === 1 ? 'was' : 'were'} not sent and ${count === 1 ? 'stays' : 'stay'} here. Please purchase a credit pack to continue.`,
    }),
  },
};

/** How far the tray is, in words; null while nothing is being sent. */
export function progressOf(tray: Tray, isOffline: boolean): string | null {
  if (!isTraySending(tray)) return null;
  const ended = rowsIn(tray, ...ENDED).length;
  const count = ended + rowsIn(tray, ...SENDING).length;
  const sent = rowsIn(tray, 'sent').length;
  if (tray.isPaused) return trayCopy.paused(sent, count);
  return isOffline ? trayCopy.cutOff(sent, count) : trayCopy.progress(Math.min(ended + 1, count), count);
}
