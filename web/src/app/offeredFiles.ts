import { dialogStore } from '../domain/dialogs/dialogs';
import { requestUpload } from '../domain/upload/requestUpload';

/** Takes the first file for an upload, unless a dialog is open: the dialog handles files itself. */
function offer(event: Event, transfer: DataTransfer | null): void {
  const file = transfer?.files[0];
  if (!file || event.defaultPrevented) return;
  // Also while a dialog is open: otherwise the browser leaves the page to show the dropped file.
  event.preventDefault();
  if (dialogStore.get().open === null) requestUpload(file);
}

/** Takes a photo dropped or pasted anywhere on the page for an upload, until the returned function is called. */
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
