import { smallOfForeign } from '../prepare/convertForeign';
import type { PictureEdit } from '../prepare/edit';
import type { ForeignFormat } from '../prepare/foreignFormat';
import { ROW_WIDTH_PX } from '../prepare/smallJpeg';
import type { Pictures } from '../upload/pictures';
import { makeSmall } from './makeSmall';
import type { SeenInRow, TrayRow } from './trayState';
import { dispatchTray, trayStore } from './trayStore';

/** Returns the picture of a row, or null if there can be none. */
const makeForRow = (file: Blob, format: ForeignFormat | null): Promise<Blob | null> =>
  format ? smallOfForeign(file, format) : makeSmall(file, ROW_WIDTH_PX);

/**
 * Does something about the tray's rows, one row after the other so that one full-size picture is in memory at a time,
 * until the returned function is called.
 *
 * @param next the row whose turn it is. What is done must change it, or it has its turn again
 */
function oneByOne(next: () => TrayRow | undefined, work: (row: TrayRow) => Promise<void>): () => void {
  let isBusy = false;
  const go = async () => {
    const row = isBusy ? undefined : next();
    if (!row) return;
    isBusy = true;
    await work(row);
    isBusy = false;
    void go();
  };
  const stop = trayStore.subscribe(() => void go());
  void go();
  return stop;
}

const find = (isMeant: (row: TrayRow) => boolean) => trayStore.get().rows.find(isMeant);
const isAsItWas = (photoId: string, edit?: PictureEdit | null) =>
  find((row) => row.photoId === photoId && row.edit === edit) !== undefined;

/** Those whose decoder is a download come last, and not once they are converted to be sent: that would decode them twice. */
const withoutSmall = ({ thumbnailUrl, format, state: { phase } }: TrayRow, isForeign: boolean) =>
  thumbnailUrl === undefined && (isForeign ? phase === 'chosen' && format !== null : phase !== 'refused' && !format);

/** Makes the small pictures of the tray's photos, as they are to be sent. */
export function followThumbnails(
  { convert }: Pick<Pictures, 'convert'>,
  make: (file: Blob, format: ForeignFormat | null) => Promise<Blob | null> = makeForRow,
): () => void {
  return oneByOne(
    () => find((row) => withoutSmall(row, false)) ?? find((row) => withoutSmall(row, true)),
    async ({ photoId, file, format, edit }) => {
      const picture = async () => (edit ? (await convert(file, edit)).jpeg : file);
      const small = await picture()
        .then((whole) => make(whole, format))
        .catch(() => null);
      if (!isAsItWas(photoId, edit)) return;
      dispatchTray({ type: 'thumbnailMade', photoId, thumbnailUrl: small && URL.createObjectURL(small) });
    },
  );
}

const NOTHING_SEEN: SeenInRow = { print: null, prints: [], reason: null };

const isToLookAt = ({ seen, format, state }: TrayRow) =>
  seen === undefined && format === null && state.phase === 'chosen';

/**
 * Looks for prints, for the tool that fits and for a missing part, once the small pictures are there. What is being sent
 * is left alone.
 */
export function followInspections({ inspect, drawnPart }: Pick<Pictures, 'inspect' | 'drawnPart'>): () => void {
  return oneByOne(
    () =>
      find(({ thumbnailUrl, state }) => thumbnailUrl === undefined && state.phase === 'chosen')
        ? undefined
        : // A damaged file has no small picture. It is told first: nothing holds the sending back.
          (find((row) => isToLookAt(row) && row.thumbnailUrl === null) ?? find(isToLookAt)),
    async ({ photoId, file }) => {
      const found = await inspect(file).catch(() => null);
      const part = found === 'damaged' ? await drawnPart(file) : 'all';
      const seen = found === 'damaged' ? { ...NOTHING_SEEN, isPartMissing: part === 'some' } : (found ?? NOTHING_SEEN);
      const row = find((one) => one.photoId === photoId);
      if (!row) return;
      dispatchTray({ type: 'lookedAt', photoId, seen });
      // One that is on its way by now says so itself.
      if (part === 'none' && row.state.phase === 'chosen')
        dispatchTray({ type: 'changed', photoId, state: { phase: 'refused', why: 'unreadable' } });
    },
  );
}
