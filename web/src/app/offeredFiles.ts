/** Hands on the first file. */
function take(event: Event, transfer: DataTransfer | null, offer: (file: File) => void): void {
  const file = transfer?.files[0];
  if (!file || event.defaultPrevented) return;
  // Whatever becomes of it: otherwise the browser leaves the page to show the dropped file.
  event.preventDefault();
  offer(file);
}

/** Hands on what is dropped anywhere on the page or pasted, until the returned function is called. */
export function acceptOfferedFiles(offer: (file: File) => void): () => void {
  const onDragOver = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  const onDrop = (event: DragEvent) => take(event, event.dataTransfer, offer);
  const onPaste = (event: ClipboardEvent) => take(event, event.clipboardData, offer);
  document.addEventListener('dragover', onDragOver);
  document.addEventListener('drop', onDrop);
  document.addEventListener('paste', onPaste);
  return () => {
    document.removeEventListener('dragover', onDragOver);
    document.removeEventListener('drop', onDrop);
    document.removeEventListener('paste', onPaste);
  };
}
