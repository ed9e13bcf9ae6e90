export const hasFiles = (event: Event) => (event as DragEvent).dataTransfer?.types.includes('Files');

/** Where the file lies: on what is dropped or pasted, or in the field that was chosen with. */
type Offer = Partial<DragEvent & ClipboardEvent> & { target: HTMLInputElement };

/**
 * Hands on the files that are dropped anywhere on the page, pasted, or chosen with a field of the page. None, if what is
 * offered as files cannot be read as such.
 */
export function acceptOfferedFiles(offer: (files: File[]) => void, signal?: AbortSignal): void {
  const onOffer = (event: Event) => {
    const { dataTransfer, clipboardData, target } = event as unknown as Offer;
    const files = [...((dataTransfer ?? clipboardData ?? target).files ?? [])];
    if ((!files[0] && !hasFiles(event)) || event.defaultPrevented) return;
    // Whatever becomes of it: otherwise the browser leaves the page to show the dropped file.
    event.preventDefault();
    // So that choosing the same file again is a change.
    if (target.files) target.value = '';
    offer(files);
  };
  const onDrag = (event: Event) => {
    const isOver = event.type === 'dragover' && hasFiles(event);
    if (isOver) event.preventDefault();
    // The hero shows it (HeroActions.tsx). Between two elements the drag leaves for a moment.
    document.body.toggleAttribute('data-drag', isOver);
  };
  for (const type of ['dragover', 'dragleave', 'drop']) document.addEventListener(type, onDrag, { signal });
  for (const type of ['drop', 'paste', 'change']) document.addEventListener(type, onOffer, { signal });
}
