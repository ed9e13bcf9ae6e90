import type { ToolId } from '@heirlight/contract/tools';
import { openDialog } from '../dialogs/dialogs';
import type { Quad } from '../prepare/quad';
import type { NewTrayRow, TrayRow } from './trayState';
import { dispatchTray } from './trayStore';

/** "scan.jpg" becomes "scan 1.jpg". */
const numbered = (name: string, number: number): string => name.replace(/(\.[^.]*)?$/, ` ${number}$1`);

/** Returns a row for each print of a scan: the same bytes under a name of its own, straightened to that print. */
function rowsFor(file: File, prints: readonly Quad[]): NewTrayRow[] {
  return prints.map((corners, index) => ({
    photoId: crypto.randomUUID(),
    file: new File([file], numbered(file.name, index + 1), { type: file.type, lastModified: file.lastModified }),
    format: null,
    seen: { print: corners, prints: [], reason: null },
    edit: { corners, quarters: 0 },
    state: { phase: 'chosen' },
  }));
}

/** Replaces a row of the tray by one for each print in it, if the tray has room for them. */
export function splitRow({ photoId, file, seen }: TrayRow): void {
  if (seen) dispatchTray({ type: 'split', photoId, rows: rowsFor(file, seen.prints) });
}

/** Puts each print of a scan into the tray as a photo of its own, with this tool, and opens the tray. */
export function openPrints(file: File, prints: readonly Quad[], toolId: ToolId): void {
  const rows = rowsFor(file, prints);
  dispatchTray({ type: 'added', rows });
  for (const { photoId } of rows) dispatchTray({ type: 'toolChosen', toolId, photoId });
  openDialog('tray');
}
