/** Where the page leaves room for the tray's bar (PageContent.tsx), which is drawn there by the tray's own code. */
export const TRAY_SLOT_ID = 'tray';
