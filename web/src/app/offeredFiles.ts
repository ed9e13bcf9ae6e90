export const hasFiles = (event: Event) => (event as DragEvent).dataTransfer?.types.includes('Files');

/** Hands on the first file. */
function take(event: Event, transfer: DataTransfer | null, offer: (file: File) => void): void {
  const file = transfer?.files[0];
  if (!file || event.defaultPrevented) return;
  // Whatever becomes of it: otherwise the browser leaves the page to show the dropped file.
  event.preventDefault();
  offer(file);
}

/** Hands on what is dropped anywhere on the page or pasted. */
export function acceptOfferedFiles(offer: (file: File) => void, signal?: AbortSignal): void {
  const options = { signal };
  const onDragOver = (event: DragEvent) => {
    if (hasFiles(event)) event.preventDefault();
  };
  document.addEventListener('dragover', onDragOver, options);
  document.addEventListener('drop', (event) => take(event, event.dataTransfer, offer), options);
  document.addEventListener('paste', (event) => take(event, event.clipboardData, offer), options);
}
