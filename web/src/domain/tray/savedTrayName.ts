/** How the names of saved trays begin in Cache Storage. */
export const SAVED_TRAY = 'tray-';
