export const hasFiles = (event: Event) => (event as DragEvent).dataTransfer?.types.includes('Files');

/** Where the files lie: on what is dropped or pasted, or in the field that they were chosen with. */
type Offer = Partial<DragEvent & ClipboardEvent> & { target: HTMLInputElement } & {
  /** What was dropped or pasted before, kept and accepted by the inline script: later nobody can read it. */
  early?: File[];
};

/**
 * Hands on the files that are dropped anywhere on the page, pasted, or chosen with a field of the page. None, if what is
 * dropped as files cannot be read as such.
 */
export function acceptOfferedFiles(offer: (files: File[]) => void, signal?: AbortSignal): void {
  const hear = (event: Event) => {
    const { type, early, dataTransfer, clipboardData, target } = event as unknown as Offer;
    const isOver = type === 'dragover' && hasFiles(event);
    // The hero shows it (HeroActions.tsx). Between two elements the drag leaves for a moment.
    document.body.toggleAttribute('data-drag', isOver);
    const files = [...(early ?? (dataTransfer ?? clipboardData ?? target).files ?? [])];
    // Whatever becomes of what is dropped: otherwise the browser leaves the page to show it.
    if (isOver) event.preventDefault();
    else if ((files[0] || (type === 'drop' && hasFiles(event))) && (early || !event.defaultPrevented)) {
      event.preventDefault();
      // So that choosing the same file again is a change.
      if (target.files) target.value = '';
      offer(files);
    }
  };
  for (const type of ['dragover', 'dragleave', 'drop', 'paste', 'change'])
    document.addEventListener(type, hear, { signal });
}
