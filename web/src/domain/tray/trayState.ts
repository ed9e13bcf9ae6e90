import { MAX_TRAY_PHOTOS } from '@heirlight/contract/limits';
import { DEFAULT_TOOL_ID, type ToolId } from '@heirlight/contract/tools';
import type { PictureEdit } from '../prepare/edit';
import type { ForeignFormat, Unconvertible } from '../prepare/foreignFormat';
import type { Quad } from '../prepare/quad';
import { type Reason, SUGGESTED_TOOL } from '../prepare/suggest/reasons';
import type { DraftProblem } from '../upload/checkDraft';

/** How many of a tray's photos are uploaded at the same time. */
export const UPLOADS_AT_ONCE = 3;

export type RowState =
  | { phase: 'chosen' }
  /** Nothing can be made of the file. */
  | { phase: 'refused'; why: DraftProblem | Unconvertible }
  /** It is started, and other photos come first. */
  | { phase: 'waiting' }
  | { phase: 'preparing' }
  /** `isUnanswered`: every byte was sent a while ago, and nobody has said that they arrived. */
  | { phase: 'uploading'; percent: number; isUnanswered: boolean }
  /** It is stored, and its restore is asked for. */
  | { phase: 'sent' }
  /** `why` is a sentence. */
  | { phase: 'failed'; why: string };

/** The print that the photo is a snapshot of, the prints if there are several, and what speaks for a tool: see `Inspection`. */
export interface SeenInRow {
  print: Quad | null;
  prints: readonly Quad[];
  reason: Reason | null;
  /** The file is damaged, and the picture ends before it is whole. */
  isPartMissing?: boolean;
}

export interface TrayRow {
  /** A UUID, made with the row. It becomes the photo's id, so that a row that is sent again is debited once. */
  photoId: string;
  file: File;
  /** The format that the file is converted from when its turn comes. */
  format: ForeignFormat | null;
  toolId: ToolId;
  /** What the device has seen in the photo; undefined until it has looked. */
  seen?: SeenInRow;
  /** What is changed about the picture before it is sent. */
  edit?: PictureEdit | null;
  /** Object URL of a small picture; null if there can be none, undefined until that is known. */
  thumbnailUrl?: string | null;
  state: RowState;
}

/** A row before it is in a tray, which gives it its tool. */
export type NewTrayRow = Omit<TrayRow, 'toolId'>;

/** What the device keeps of a row. */
export type SavedRow = Pick<TrayRow, 'photoId' | 'file' | 'format' | 'toolId' | 'edit'>;

/** Photos that are chosen together, in their order. */
export interface Tray {
  rows: readonly TrayRow[];
  /** The tool of photos that come. */
  toolId: ToolId;
  /** How many were too many. */
  leftOut: number;
  /** They were not sent when an earlier page was closed, and nothing was sent since. */
  isResumed: boolean;
  /** Nothing more is begun, and what is on its way stops, until it goes on. */
  isPaused: boolean;
  /** The device could not keep them: they last as long as the page. */
  isNotSaved: boolean;
}

export const EMPTY_TRAY: Tray = {
  ...{ rows: [], toolId: DEFAULT_TOOL_ID, leftOut: 0 },
  ...{ isResumed: false, isPaused: false, isNotSaved: false },
};

export type TrayEvent =
  | { type: 'added'; rows: readonly NewTrayRow[] }
  /** Photos of an earlier page. */
  | { type: 'resumed'; rows: readonly SavedRow[] }
  | { type: 'notSaved' }
  | { type: 'thumbnailMade'; photoId: string; thumbnailUrl: string | null }
  | { type: 'lookedAt'; photoId: string; seen: SeenInRow }
  /** The print that was found in it is straightened, or its picture is as it was: of one photo, or of all. */
  | { type: 'straightened'; isStraight: boolean; photoId?: string }
  /** A photo is replaced by one for each print in it. */
  | { type: 'split'; photoId: string; rows: readonly NewTrayRow[] }
  /** The suggested tools are taken, wherever there is one. */
  | { type: 'suggestionsTaken' }
  /** For one photo, or for all that are not on their way. */
  | { type: 'toolChosen'; toolId: ToolId; photoId?: string }
  /** One photo, or all. What is sent whole stays. */
  | { type: 'removed'; photoId?: string }
  /** What is chosen and what failed waits for its turn: one photo, or all. */
  | { type: 'started'; photoId?: string }
  | { type: 'changed'; photoId: string; state: RowState }
  | { type: 'paused'; isPaused: boolean }
  /** No more is sent. */
  | { type: 'stopped' }
  /** Nothing is on its way any more: what is done leaves. */
  | { type: 'ended' }
  | { type: 'cleared' };

type Phase = RowState['phase'];

export const rowsIn = ({ rows }: Tray, ...phases: Phase[]): TrayRow[] =>
  rows.filter(({ state }) => phases.includes(state.phase));

export const SENDING: readonly Phase[] = ['waiting', 'preparing', 'uploading'];
export const ENDED: readonly Phase[] = ['sent', 'failed'];

/** Returns how many photos are not sent. One that failed may still be. */
export const unsentIn = (tray: Tray): number => rowsIn(tray, 'chosen', ...SENDING, 'failed').filter(canRemove).length;

/** Whether photos are on their way, or wait for those that are. Also while it is paused. */
export const isTraySending = (tray: Tray): boolean => rowsIn(tray, ...SENDING).length > 0;

/** How many of those that were started have ended, from 0 to 1. */
export const endedShare = (tray: Tray): number =>
  rowsIn(tray, ...ENDED).length / Math.max(1, rowsIn(tray, ...ENDED, ...SENDING).length);

/** What is not on its way: its tool can be changed. */
export const canChange = ({ state }: TrayRow): boolean => ['chosen', 'waiting', 'failed'].includes(state.phase);

/** Returns the tool of all photos that are not on their way, or null if they have several. */
export function toolOfAll({ rows }: Tray): ToolId | null {
  const [toolId, ...others] = new Set(rows.filter(canChange).map((row) => row.toolId));
  return others.length === 0 && toolId ? toolId : null;
}

/** Of which every byte is sent. It may be stored and paid for: nobody can take it back. */
const isAllSent = ({ state }: TrayRow) =>
  state.phase === 'sent' || (state.phase === 'uploading' && state.percent === 100);
export const canRemove = (row: TrayRow): boolean => !isAllSent(row);

/** Whether a print was found in the picture, which is not straightened yet. */
export const hasPrint = (row: TrayRow): boolean => Boolean(row.seen?.print) && !row.edit && canChange(row);

/** Whether several prints were found in the picture, and the tray has room for them. */
export const canSplit = (row: TrayRow, rowsInTray: number): boolean => {
  const prints = row.seen?.prints.length ?? 0;
  return prints > 1 && !row.edit && canChange(row) && rowsInTray - 1 + prints <= MAX_TRAY_PHOTOS;
};

/** Returns the tool that is suggested instead of the chosen one, or null. */
export function suggestedFor(row: TrayRow): ToolId | null {
  const toolId = row.seen?.reason && SUGGESTED_TOOL[row.seen.reason];
  return toolId && toolId !== row.toolId && canChange(row) ? toolId : null;
}

/** Its small picture is made anew. */
function straightened({ thumbnailUrl, ...row }: TrayRow, isStraight: boolean): TrayRow {
  const print = row.seen?.print;
  if (isStraight ? !print || row.edit : !row.edit)
    return { ...row, ...(thumbnailUrl !== undefined && { thumbnailUrl }) };
  return { ...row, edit: isStraight && print ? { corners: print, quarters: 0 } : null };
}

const withState = (row: TrayRow, state: RowState): TrayRow => ({ ...row, state });

/** Returns the tray after an event. */
export function trayReducer(tray: Tray, event: TrayEvent): Tray {
  const change = (alter: (row: TrayRow) => TrayRow): Tray => ({ ...tray, rows: tray.rows.map(alter) });
  const isMeant = ({ photoId }: TrayRow) =>
    !('photoId' in event) || event.photoId === undefined || event.photoId === photoId;
  switch (event.type) {
    case 'added': {
      const { toolId } = tray;
      const rows = [...tray.rows, ...event.rows.map((row) => ({ ...row, toolId }))];
      const leftOut = Math.max(0, rows.length - MAX_TRAY_PHOTOS);
      return { ...tray, rows: rows.slice(0, MAX_TRAY_PHOTOS), leftOut, isResumed: false };
    }
    case 'resumed': {
      const rows = event.rows.map((row): TrayRow => ({ ...row, state: { phase: 'chosen' } }));
      return { ...tray, rows: [...rows, ...tray.rows].slice(0, MAX_TRAY_PHOTOS), isResumed: true };
    }
    case 'notSaved':
      return { ...tray, isNotSaved: tray.rows.length > 0 };
    case 'thumbnailMade':
      return change((row) => (isMeant(row) ? { ...row, thumbnailUrl: event.thumbnailUrl } : row));
    case 'lookedAt':
      return change((row) => (isMeant(row) ? { ...row, seen: event.seen } : row));
    case 'straightened':
      return change((row) => (isMeant(row) && canChange(row) ? straightened(row, event.isStraight) : row));
    case 'split': {
      const { length } = tray.rows;
      const rows = tray.rows.flatMap((row) =>
        isMeant(row) && canSplit(row, length) ? event.rows.map((print) => ({ ...print, toolId: row.toolId })) : [row],
      );
      return { ...tray, rows };
    }
    case 'suggestionsTaken':
      return change((row) => ({ ...row, toolId: suggestedFor(row) ?? row.toolId }));
    case 'toolChosen': {
      const { toolId } = event;
      const changed = change((row) => (isMeant(row) && canChange(row) ? { ...row, toolId } : row));
      return event.photoId === undefined ? { ...changed, toolId } : changed;
    }
    case 'removed': {
      const rows = tray.rows.filter((row) => !isMeant(row) || !canRemove(row));
      return rows.length > 0 ? { ...tray, rows, leftOut: 0 } : EMPTY_TRAY;
    }
    case 'started': {
      const started = change((row) =>
        isMeant(row) && ['chosen', 'failed'].includes(row.state.phase) ? withState(row, { phase: 'waiting' }) : row,
      );
      return { ...started, isResumed: false, isPaused: false };
    }
    case 'paused':
      return { ...tray, isPaused: event.isPaused && isTraySending(tray) };
    case 'changed':
      return change((row) => (isMeant(row) ? withState(row, event.state) : row));
    case 'stopped':
      return change((row) => (row.state.phase === 'waiting' ? withState(row, { phase: 'chosen' }) : row));
    case 'ended': {
      const rows = rowsIn(tray, 'chosen', 'failed');
      return rows.length > 0 ? { ...tray, rows, leftOut: 0, isPaused: false } : EMPTY_TRAY;
    }
    case 'cleared':
      return EMPTY_TRAY;
  }
}
