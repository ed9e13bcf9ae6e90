import { createStore } from '../../lib/store';
import { EMPTY_TRAY, type TrayEvent, trayReducer } from './trayState';

/** The page's tray. The device keeps what is not sent (savedTray.ts). */
export const trayStore = createStore(EMPTY_TRAY);

/** Changes the tray, and frees the small pictures of rows that are gone. */
export function dispatchTray(event: TrayEvent): void {
  const before = trayStore.get();
  const next = trayReducer(before, event);
  const shown = new Set(next.rows.map(({ thumbnailUrl }) => thumbnailUrl));
  for (const { thumbnailUrl } of before.rows)
    if (thumbnailUrl && !shown.has(thumbnailUrl)) URL.revokeObjectURL(thumbnailUrl);
  trayStore.set(next);
}
