import { requestUpload } from '../domain/upload/requestUpload';
import { dialogStore } from '../lib/dialogs';

/** Takes the first file for an upload, unless a dialog is open: that one decides for itself what a file means to it. */
function offer(event: Event, transfer: DataTransfer | null): void {
  const file = transfer?.files[0];
  if (!file || event.defaultPrevented) return;
  // Also beside an open dialog: the browser would leave the page to show the dropped file.
  event.preventDefault();
  if (dialogStore.get().open === null) requestUpload(file);
}

/** A photo dropped or pasted anywhere on the page is taken for an upload. Answers the function that stops it. */
export function acceptOfferedFiles(): () => void {
  const onDragOver = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  const onDrop = (event: DragEvent) => offer(event, event.dataTransfer);
  const onPaste = (event: ClipboardEvent) => offer(event, event.clipboardData);
  document.addEventListener('dragover', onDragOver);
  document.addEventListener('drop', onDrop);
  document.addEventListener('paste', onPaste);
  return () => {
    document.removeEventListener('dragover', onDragOver);
    document.removeEventListener('drop', onDrop);
    document.removeEventListener('paste', onPaste);
  };
}
