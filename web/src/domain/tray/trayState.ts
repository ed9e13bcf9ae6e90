import { DEFAULT_TOOL_ID, type ToolId } from '@heirlight/contract/tools';
import type { ForeignFormat, Unconvertible } from '../prepare/foreignFormat';
import type { DraftProblem } from '../upload/checkDraft';

/** Most photos that are taken at once. */
export const MAX_TRAY_PHOTOS = 50;
/** How many of a tray's photos are converted or uploaded at the same time. */
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

export interface TrayRow {
  /** A UUID, made with the row. It becomes the photo's id, so that a row that is sent again is debited once. */
  photoId: string;
  file: File;
  /** The format that the file is converted from when its turn comes. */
  format: ForeignFormat | null;
  toolId: ToolId;
  /** Object URL of a small picture; null if there can be none, undefined until that is known. */
  thumbnailUrl?: string | null;
  state: RowState;
}

/** Photos that are chosen together, in their order. */
export interface Tray {
  rows: readonly TrayRow[];
  /** The tool of photos that come. */
  toolId: ToolId;
  /** How many were too many. */
  leftOut: number;
}

export const EMPTY_TRAY: Tray = { rows: [], toolId: DEFAULT_TOOL_ID, leftOut: 0 };

export type TrayEvent =
  | { type: 'added'; rows: readonly Omit<TrayRow, 'toolId'>[] }
  | { type: 'thumbnailMade'; photoId: string; thumbnailUrl: string | null }
  /** For one photo, or for all that are not on their way. */
  | { type: 'toolChosen'; toolId: ToolId; photoId?: string }
  | { type: 'removed'; photoId: string }
  /** What is chosen and what failed waits for its turn: one photo, or all. */
  | { type: 'started'; photoId?: string }
  | { type: 'changed'; photoId: string; state: RowState }
  /** No more is sent. */
  | { type: 'stopped' }
  /** Nothing is on its way any more: what is done leaves. */
  | { type: 'ended' }
  | { type: 'cleared' };

type Phase = RowState['phase'];

export const rowsIn = ({ rows }: Tray, ...phases: Phase[]): TrayRow[] =>
  rows.filter(({ state }) => phases.includes(state.phase));

/** Whether leaving the page now would lose a photo. */
export const isTraySending = (tray: Tray): boolean => rowsIn(tray, 'waiting', 'preparing', 'uploading').length > 0;

/** What is not on its way: its tool can be changed, and it can be removed. */
export const canChange = ({ state }: TrayRow): boolean => ['chosen', 'waiting', 'failed'].includes(state.phase);
export const canRemove = (row: TrayRow): boolean => canChange(row) || row.state.phase === 'refused';

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
      return { ...tray, rows: rows.slice(0, MAX_TRAY_PHOTOS), leftOut: Math.max(0, rows.length - MAX_TRAY_PHOTOS) };
    }
    case 'thumbnailMade':
      return change((row) => (isMeant(row) ? { ...row, thumbnailUrl: event.thumbnailUrl } : row));
    case 'toolChosen': {
      const { toolId } = event;
      const changed = change((row) => (isMeant(row) && canChange(row) ? { ...row, toolId } : row));
      return event.photoId === undefined ? { ...changed, toolId } : changed;
    }
    case 'removed':
      return { ...tray, rows: tray.rows.filter((row) => !isMeant(row) || !canRemove(row)), leftOut: 0 };
    case 'started':
      return change((row) =>
        isMeant(row) && ['chosen', 'failed'].includes(row.state.phase) ? withState(row, { phase: 'waiting' }) : row,
      );
    case 'changed':
      return change((row) => (isMeant(row) ? withState(row, event.state) : row));
    case 'stopped':
      return change((row) => (row.state.phase === 'waiting' ? withState(row, { phase: 'chosen' }) : row));
    case 'ended': {
      const rows = rowsIn(tray, 'chosen', 'failed');
      return rows.length > 0 ? { ...tray, rows, leftOut: 0 } : EMPTY_TRAY;
    }
    case 'cleared':
      return EMPTY_TRAY;
  }
}
